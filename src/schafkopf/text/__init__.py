"""What people read: rulebook sentences, error texts, bills and terms, in six languages.

`rulebook.rulebook(rules, "be")` is a ruleset as a rulebook in Markdown, `errors.error_text(error, "fi", names)` what went
wrong, `bill.bill(terms, "cent", "de")` an itemised price, `catalog.catalog("pt")` the texts themselves. They lie in
`catalog/<language>/`; how they are written stands at the top of `catalog/en/rules.toml`.
"""
