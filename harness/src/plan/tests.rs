//! Plans, on rulesets with different sides.
