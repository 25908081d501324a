"""What the server does beside answering: its start and end, its queue, its logs."""
