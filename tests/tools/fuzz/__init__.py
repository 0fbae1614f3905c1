"""Whatever is sent, to every address, by every kind of phone: `python -m tests.tools.fuzz`.

`world` has the circles and phones, `pages` what their pages ask for, `asking` a request and the way in,
`mutating` and `files` what is done to requests and files, `holding` what must hold whatever was sent,
`evening` the loop, `raw` what no client would send, over a socket.
"""
