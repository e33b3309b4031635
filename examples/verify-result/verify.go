// Verifies the signed result of a liveness session, with Go's own packages alone.
//
//	go run verify.go https://faces.example shop NONCE < result
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"strings"
	"time"
)

const clockSkew = 60 * time.Second

type key struct{ Kid, Crv, X, Y string }

type claims struct {
	Iss, Aud, Jti, Nonce, Decision string
	Exp                            int64
}

// verify returns the claims of a result of that service, client and nonce; any other ends the program.
func verify(result, issuer, client, nonce string, keys []key) claims {
	parts := strings.Split(result, ".")
	require(len(parts) == 3, "not a JWS")
	var header struct{ Alg, Typ, Kid string }
	read(parts[0], &header)
	require(header.Alg == "ES256", "another algorithm")
	require(header.Typ == "liveness-result+jwt", "not the result of a liveness session")
	signature := decoded(parts[2])
	require(len(signature) == 64, "not a signature of ES256")
	r, s := new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])
	hash := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	require(ecdsa.Verify(publicKey(keys, header.Kid), hash[:], r, s), "the signature is wrong")
	var told claims
	read(parts[1], &told)
	require(told.Iss == issuer, "the result is from another service")
	require(told.Aud == client, "the result is for another client")
	require(told.Nonce == nonce, "the result is of a session with another nonce")
	expires := time.Unix(told.Exp, 0)
	require(time.Now().Before(expires.Add(clockSkew)), "the result is too old")
	return told
}

func publicKey(keys []key, kid string) *ecdsa.PublicKey {
	for _, one := range keys {
		if one.Kid != kid || one.Crv != "P-256" {
			continue
		}
		x, y := new(big.Int).SetBytes(decoded(one.X)), new(big.Int).SetBytes(decoded(one.Y))
		require(elliptic.P256().IsOnCurve(x, y), "the key of the service is broken")
		return &ecdsa.PublicKey{Curve: elliptic.P256(), X: x, Y: y}
	}
	require(false, "no key of the service has that id")
	return nil
}

func read(part string, into any) {
	require(json.Unmarshal(decoded(part), into) == nil, "not JSON")
}

func decoded(part string) []byte {
	bytes, err := base64.RawURLEncoding.DecodeString(part)
	require(err == nil, "not base64url")
	return bytes
}

func require(holds bool, otherwise string) {
	if !holds {
		fmt.Fprintln(os.Stderr, otherwise)
		os.Exit(1)
	}
}

func main() {
	issuer, client, nonce := os.Args[1], os.Args[2], os.Args[3]
	answer, err := http.Get(issuer + "/oauth/jwks")
	require(err == nil, "the service does not answer")
	var set struct{ Keys []key }
	require(json.NewDecoder(answer.Body).Decode(&set) == nil, "the service answers no keys")
	result, err := io.ReadAll(os.Stdin)
	require(err == nil, "there is no result to read")
	told := verify(strings.TrimSpace(string(result)), issuer, client, nonce, set.Keys)
	fmt.Println(told.Jti, told.Decision)
}
