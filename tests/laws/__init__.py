"""Properties that hold for all rulesets, contracts and deals."""
