"""What is printed and what lies on it, for drawing."""
