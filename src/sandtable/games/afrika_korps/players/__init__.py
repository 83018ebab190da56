"""What is peculiar to this game in its computer players."""
