"""A Flask site whose users log in with their face: OpenID Connect with PKCE, by Authlib."""

import os

from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, session, url_for

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
app.config.update(
    SESSION_COOKIE_SAMESITE="Lax",
    SESSION_COOKIE_SECURE=os.environ.get("SITE_URL", "").startswith("https:"),
)
prosopon = OAuth(app).register(
    "prosopon",
    client_id=os.environ["PROSOPON_ID"],
    client_secret=os.environ["PROSOPON_SECRET"],
    server_metadata_url=os.environ["PROSOPON_URL"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": "openid basic", "code_challenge_method": "S256"},
)


@app.get("/")
def front():
    if "person" not in session:
        return '<a href="/login">Log in with your face</a>'
    text = f"You are logged in as {session['person']['name']}."
    return text, {"content-type": "text/plain; charset=utf-8"}


@app.get("/login")
def login():
    return prosopon.authorize_redirect(url_for("callback", _external=True))


@app.get("/callback")
def callback():
    try:
        token = prosopon.authorize_access_token()
    except OAuthError as error:
        app.logger.warning("refused: %s", error)
        return "Not logged in.", 403
    person = prosopon.userinfo(token=token)
    session.clear()
    session["person"] = {"id": token["userinfo"]["sub"], "name": person["name"]}
    return redirect(url_for("front"))


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "3000")))
