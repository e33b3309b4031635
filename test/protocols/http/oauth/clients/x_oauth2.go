// Logs a person in with x/oauth2 and go-oidc, checks the answers, renews, and logs out; see
// foreign-client.ts.
package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/coreos/go-oidc"
	"golang.org/x/oauth2"
)

var answers = bufio.NewReader(os.Stdin)

// The browser's part: the address where it ends up.
func browse(address string) string {
	fmt.Println("open " + address)
	line, err := answers.ReadString('\n')
	check(err)
	return strings.TrimSpace(line)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func random() string {
	bytes := make([]byte, 32)
	_, err := rand.Read(bytes)
	check(err)
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func main() {
	issuer, id, secret, redirect, gone := os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5]
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, issuer)
	check(err)
	config := oauth2.Config{
		ClientID: id, ClientSecret: secret, RedirectURL: redirect,
		Endpoint: provider.Endpoint(), Scopes: []string{oidc.ScopeOpenID, "email"},
	}
	verifier, nonce, state := random(), random(), random()
	challenge := sha256.Sum256([]byte(verifier))
	parameter := oauth2.SetAuthURLParam
	end, err := url.Parse(browse(config.AuthCodeURL(state, oidc.Nonce(nonce),
		parameter("code_challenge", base64.RawURLEncoding.EncodeToString(challenge[:])),
		parameter("code_challenge_method", "S256"))))
	check(err)
	if end.Query().Get("state") != state {
		check(fmt.Errorf("another state"))
	}
	token, err := config.Exchange(ctx, end.Query().Get("code"), parameter("code_verifier", verifier))
	check(err)
	raw, _ := token.Extra("id_token").(string)
	idToken, err := provider.Verifier(&oidc.Config{ClientID: id}).Verify(ctx, raw)
	check(err)
	if idToken.Nonce != nonce {
		check(fmt.Errorf("another nonce"))
	}
	if idToken.AccessTokenHash != "" {
		check(idToken.VerifyAccessToken(token.AccessToken))
	}
	info, err := provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	check(err)
	user := map[string]interface{}{}
	check(info.Claims(&user))
	renewed, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
	check(err)
	reused := "taken"
	_, err = config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
	if refused, ok := err.(*oauth2.RetrieveError); ok {
		body := struct{ Error string }{}
		check(json.Unmarshal(refused.Body, &body))
		reused = body.Error
	}
	response, err := config.Client(ctx, &oauth2.Token{AccessToken: renewed.AccessToken}).Get(issuer + "/people/me")
	check(err)
	metadata := struct {
		EndSession string `json:"end_session_endpoint"`
	}{}
	check(provider.Claims(&metadata))
	logout := url.Values{"id_token_hint": {raw}, "post_logout_redirect_uri": {gone}, "state": {"kept"}}
	check(json.NewEncoder(os.Stdout).Encode(map[string]interface{}{
		"sub":        idToken.Subject,
		"user":       user,
		"renewed":    renewed.RefreshToken != token.RefreshToken,
		"reused":     reused,
		"afterReuse": response.StatusCode,
		"loggedOut":  browse(metadata.EndSession + "?" + logout.Encode()),
	}))
}
