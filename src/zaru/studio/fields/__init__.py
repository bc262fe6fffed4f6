"""Fields: values that people click, and the wrapper that is learnt from them."""
