"""Movement: what a step costs, cost planes, and searches over them.

`mobility` alone is light enough to import anywhere; the others load compiled kernels.
"""
