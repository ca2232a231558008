"""HTTP: addresses, forms, views, and what every request passes through."""
