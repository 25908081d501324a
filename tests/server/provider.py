"""A small OpenID Connect provider for the tests: it believes whoever gives a name.

It speaks the authorization code flow with PKCE, as a real one does: discovery, authorize,
token, keys. Users are made up on the spot, at names@example.org.
"""

import base64
import hashlib
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, unquote_plus, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT, SECRET = "partition-explorer", "a secret of the tests"


class Provider(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.issuer = f"http://127.0.0.1:{self.server_port}"
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig", "alg": "RS256"})
        self.codes: dict[str, dict[str, str]] = {}


class Handler(BaseHTTPRequestHandler):
    server: Provider

    def log_message(self, *about: object) -> None: ...

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/.well-known/openid-configuration":
            self._json(
                {
                    "issuer": self.server.issuer,
                    "authorization_endpoint": f"{self.server.issuer}/authorize",
                    "token_endpoint": f"{self.server.issuer}/token",
                    "jwks_uri": f"{self.server.issuer}/keys",
                    "response_types_supported": ["code"],
                    "subject_types_supported": ["public"],
                    "id_token_signing_alg_values_supported": ["RS256"],
                    "code_challenge_methods_supported": ["S256"],
                }
            )
        elif parts.path == "/keys":
            self._json({"keys": [self.server.key.as_dict(private=False)]})
        elif parts.path == "/authorize" and "name" not in asked:
            fields = "".join(f'<input type="hidden" name="{k}" value="{v}">' for k, v in asked.items())
            asks = '<input name="name" id="name"><button>Enter</button>'
            self._answer(200, f'<form action="/authorize">{fields}{asks}</form>'.encode(), "text/html")
        elif parts.path == "/authorize":
            code = secrets.token_urlsafe(16)
            self.server.codes[code] = asked
            back = asked["redirect_uri"] + "?" + urlencode({"code": code, "state": asked["state"]})
            self.send_response(302)
            self.send_header("Location", back)
            self.end_headers()
        else:
            self._answer(404, b"", "text/plain")

    def do_POST(self) -> None:
        given = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        code, verifier = given["code"][0], given["code_verifier"][0]
        asked = self.server.codes.pop(code, None)
        digest = hashlib.sha256(verifier.encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        basic = self.headers["Authorization"].removeprefix("Basic ")
        client = unquote_plus(base64.b64decode(basic).decode())
        if asked is None or challenge != asked["code_challenge"] or client != f"{CLIENT}:{SECRET}":
            self._json({"error": "invalid_grant"}, 400)
            return
        now = int(time.time())
        claims = {
            "iss": self.server.issuer,
            "aud": CLIENT,
            "sub": hashlib.sha256(asked["name"].encode()).hexdigest()[:12],
            "iat": now,
            "exp": now + 600,
            "nonce": asked["nonce"],
            "name": asked["name"],
            "email": f"{asked['name']}@example.org",
            "email_verified": True,
        }
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.server.key)
        self._json({"access_token": "unused", "token_type": "Bearer", "expires_in": 600, "id_token": token})

    def _json(self, value: object, status: int = 200) -> None:
        self._answer(status, json.dumps(value).encode(), "application/json")

    def _answer(self, status: int, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def providing() -> Iterator[Provider]:
    """A provider as long as it is needed."""
    with Provider() as provider:
        Thread(target=provider.serve_forever, daemon=True).start()
        yield provider
        provider.shutdown()
