"""Made-up matches with real hands, to measure and to look at what years of play come to."""
