"""What balance buys and what it costs: bias and spread of scores on halves chosen in several ways."""
