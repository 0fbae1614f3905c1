"""The hand checker: may these cards close, and what do the others count?"""
