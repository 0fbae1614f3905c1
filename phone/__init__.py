"""What a phone runs of the app without the server (`runtime`), and what translates it (`build`)."""
