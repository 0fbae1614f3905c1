#!/usr/bin/env python3
from chinchon_site.__main__ import main

if __name__ == "__main__":
    main()
