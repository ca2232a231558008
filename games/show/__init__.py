"""What one viewer sees of the site, in words and as HTML."""
