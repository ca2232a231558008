"""The pages, and the forms behind them. Every POST ends in a redirect, or in a page that says what was wrong."""
