"""Who may see and change what: grants, devices, rate limits.

The pages for links and devices are in `sharing`.
"""
