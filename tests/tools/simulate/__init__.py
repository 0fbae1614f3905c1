"""Phones with tabs that write to one server, in every order that a scheduler can choose."""
