//! Built-in bots of `stoker`, and the registry that names them.
