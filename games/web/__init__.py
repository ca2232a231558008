"""HTTP: addresses, forms, views and middleware."""
