"""What all visitors of one server share."""
