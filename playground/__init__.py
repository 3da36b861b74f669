"""A small Discord on your own machine: REST, gateway and a page, speaking only Discord's wire protocol."""
