"""The mind: kernels, the exact solver, sampling of hidden hands, bots and analysis."""
