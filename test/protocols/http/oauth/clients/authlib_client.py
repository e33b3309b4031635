"""Logs a person in with Authlib, checks the answers, renews, and logs out; see foreign-client.ts."""
import json
import os
import sys

import requests
from authlib.common.security import generate_token
from authlib.integrations.base_client.errors import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oidc.core import CodeIDToken

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"


def browse(address):
    """The browser's part: the address where it ends up."""
    print("open " + address, flush=True)
    return sys.stdin.readline().strip()


issuer, client_id, secret, redirect, gone = sys.argv[1:]
metadata = requests.get(issuer + "/.well-known/openid-configuration", timeout=10).json()
assert metadata["issuer"] == issuer
verifier, nonce = generate_token(48), generate_token(20)
session = OAuth2Session(
    client_id,
    secret,
    scope="openid email",
    redirect_uri=redirect,
    code_challenge_method="S256",
    token_endpoint=metadata["token_endpoint"],
)
address, state = session.create_authorization_url(
    metadata["authorization_endpoint"], code_verifier=verifier, nonce=nonce
)
token = session.fetch_token(
    authorization_response=browse(address), state=state, code_verifier=verifier
)
keys = JsonWebKey.import_key_set(requests.get(metadata["jwks_uri"], timeout=10).json())
claims = jwt.decode(
    token["id_token"],
    keys,
    claims_cls=CodeIDToken,
    claims_options={"iss": {"value": issuer}, "aud": {"value": client_id}},
    claims_params={"nonce": nonce, "client_id": client_id, "access_token": token["access_token"]},
)
claims.validate()
user = session.get(metadata["userinfo_endpoint"]).json()
renewed = dict(session.refresh_token(metadata["token_endpoint"]))
try:
    session.refresh_token(metadata["token_endpoint"], refresh_token=token["refresh_token"])
    reused = "taken"
except OAuthError as error:
    reused = error.error
after = session.get(
    metadata["userinfo_endpoint"],
    withhold_token=True,
    headers={"Authorization": "Bearer " + renewed["access_token"]},
).status_code
logout = requests.Request(
    "GET",
    metadata["end_session_endpoint"],
    params={
        "id_token_hint": token["id_token"],
        "post_logout_redirect_uri": gone,
        "state": "kept",
    },
).prepare()
print(
    json.dumps(
        {
            "sub": claims["sub"],
            "user": user,
            "renewed": renewed["refresh_token"] != token["refresh_token"],
            "reused": reused,
            "afterReuse": after,
            "loggedOut": browse(logout.url),
        }
    )
)
