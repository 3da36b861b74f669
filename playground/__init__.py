"""The playground: a local server that imitates Discord's REST API and gateway, with a web page as its client."""
