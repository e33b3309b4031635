"""Connects to Prosopon over gRPC. From the environment:

CLIENT_ID, CLIENT_KEY   of `prosopon client create`, or of the first start
GRPC_ADDRESS            127.0.0.1:50051
GRPC_CA                 PEM file of the certificate to trust; absent: without TLS
"""

import base64
import hmac
import json
import os
import sys
import time
import uuid

import grpc

LONGEST_CALL = 30


def channel():
    address = os.environ.get("GRPC_ADDRESS", "127.0.0.1:50051")
    options = [("grpc.max_send_message_length", 50 * 1024 * 1024)]
    if "GRPC_CA" not in os.environ:
        return grpc.insecure_channel(address, options)
    credentials = grpc.ssl_channel_credentials(read(os.environ["GRPC_CA"]))
    return grpc.secure_channel(address, credentials, options)


def call(method, request, **headers):
    """The response, and the trailer as a dictionary."""
    named = [(key.replace("_", "-"), value) for key, value in headers.items()]
    metadata = [("authorization", "Bearer " + token()), *named]
    try:
        answer, ended = method.with_call(request, metadata=metadata, timeout=LONGEST_CALL)
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    return answer, {item.key: item.value for item in ended.trailing_metadata()}


def token():
    """A client's JWT. Libraries such as PyJWT can make it, too."""

    def part(value):
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        return base64.urlsafe_b64encode(text).rstrip(b"=").decode()

    now = int(time.time())
    claims = {
        "sub": os.environ["CLIENT_ID"],
        "aud": "prosopon",
        "iat": now,
        "exp": now + 300,
        "jti": str(uuid.uuid4()),
    }
    text = os.environ["CLIENT_KEY"].translate(str.maketrans("-_", "+/"))
    key = base64.b64decode(text + "==")
    # An algorithm needs a key as long as its hash. "client create" makes one for HS512.
    bits = 512 if len(key) >= 64 else 384 if len(key) >= 48 else 256
    signed = part({"alg": f"HS{bits}", "typ": "JWT"}) + "." + part(claims)
    return signed + "." + part(hmac.new(key, signed.encode(), f"sha{bits}").digest())


def read(path):
    with open(path, "rb") as file:
        return file.read()
