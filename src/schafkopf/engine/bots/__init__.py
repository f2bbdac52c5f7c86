"""Bots: everything here sees a View and answers with an action's text."""
