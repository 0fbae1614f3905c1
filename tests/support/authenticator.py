"""An authenticator in software, a second opinion on what browsers send of passkeys."""

import json
from hashlib import sha256
from urllib.parse import urlsplit

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import bytes_to_base64url

PRESENT = 1
VERIFIED = 4
HAS_KEY = 64


class Authenticator:
    """One passkey of a site, which signs what it is given."""

    def __init__(self, site="http://localhost", name=b"passkey " * 4):
        self.site = site
        self.id = name
        self.count = 0
        self.key = ec.generate_private_key(ec.SECP256R1())

    def makes(self, options, flags=VERIFIED):
        number = self.key.public_key().public_numbers()
        cose = {
            1: 2,
            3: -7,
            -1: 1,
            -2: number.x.to_bytes(32),
            -3: number.y.to_bytes(32),
        }
        data = (
            self._data(flags + HAS_KEY)
            + bytes(16)
            + len(self.id).to_bytes(2)
            + self.id
            + cbor2.dumps(cose)
        )
        said = _said("create", options["challenge"], self.site)
        shown = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(clientDataJSON=said, attestationObject=shown)

    def signs(self, options, origin="", *, more=1, flags=VERIFIED):
        self.count += more
        said = _said("get", options["challenge"], origin or self.site)
        data = self._data(flags)
        signature = self.key.sign(
            data + sha256(said).digest(), ec.ECDSA(hashes.SHA256())
        )
        return self._credential(
            clientDataJSON=said, authenticatorData=data, signature=signature
        )

    def _data(self, flags):
        return (
            sha256(urlsplit(self.site).hostname.encode()).digest()
            + bytes([PRESENT + flags])
            + self.count.to_bytes(4)
        )

    def _credential(self, **response):
        signed = {name: bytes_to_base64url(value) for name, value in response.items()}
        name = bytes_to_base64url(self.id)
        return json.dumps(
            {"id": name, "rawId": name, "type": "public-key", "response": signed}
        )


def _said(what, challenge, origin):
    return json.dumps(
        {"type": f"webauthn.{what}", "challenge": challenge, "origin": origin}
    ).encode()
