"""The books of a club: settling up."""
