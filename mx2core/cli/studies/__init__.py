"""Commands that train on many splits, or simulate them."""
