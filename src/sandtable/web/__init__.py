"""The table over HTTP and WebSocket, and the browser client in `static/`."""
