// Verifies the signed result of a liveness session, with Java's own classes alone (17 or newer).
//
//   java Verify.java https://faces.example shop NONCE < result

import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;

public class Verify {
    static final long CLOCK_SKEW_SECONDS = 60;

    /** The claims, as JSON, of a result of that service, client and nonce. */
    static String verify(String result, String issuer, String client, String nonce, String keys)
            throws GeneralSecurityException {
        String[] parts = result.split("\\.", -1);
        require(parts.length == 3, "not a JWS");
        String header = decoded(parts[0]);
        require("ES256".equals(member(header, "alg")), "another algorithm");
        require("liveness-result+jwt".equals(member(header, "typ")), "not the result of a liveness session");
        Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
        signature.initVerify(publicKey(keys, member(header, "kid")));
        signature.update((parts[0] + "." + parts[1]).getBytes());
        require(signature.verify(Base64.getUrlDecoder().decode(parts[2])), "the signature is wrong");
        String claims = decoded(parts[1]);
        require(issuer.equals(member(claims, "iss")), "the result is from another service");
        require(client.equals(member(claims, "aud")), "the result is for another client");
        require(nonce.equals(member(claims, "nonce")), "the result is of a session with another nonce");
        long expires = Long.parseLong(found(claims, "\"exp\":(\\d+)"));
        require(Instant.now().getEpochSecond() <= expires + CLOCK_SKEW_SECONDS, "the result is too old");
        return claims;
    }

    static PublicKey publicKey(String keys, String kid) throws GeneralSecurityException {
        String key = found(keys, "(\\{[^{}]*\"kid\":\"" + Pattern.quote(kid) + "\"[^{}]*\\})");
        require("P-256".equals(member(key, "crv")), "no key of the service has that id");
        AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
        curve.init(new ECGenParameterSpec("secp256r1"));
        ECPoint point = new ECPoint(number(member(key, "x")), number(member(key, "y")));
        ECParameterSpec parameters = curve.getParameterSpec(ECParameterSpec.class);
        return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, parameters));
    }

    static BigInteger number(String base64url) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(base64url));
    }

    static String decoded(String part) {
        return new String(Base64.getUrlDecoder().decode(part), java.nio.charset.StandardCharsets.UTF_8);
    }

    /** A text of the service's JSON, which is compact. Your JSON library does this better. */
    static String member(String json, String name) {
        return found(json, "\"" + name + "\":\"([^\"\\\\]*)\"");
    }

    static String found(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    static void require(boolean holds, String otherwise) throws GeneralSecurityException {
        if (!holds) throw new GeneralSecurityException(otherwise);
    }

    public static void main(String[] given) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(given[0] + "/oauth/jwks")).build();
        String keys = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
        String result = new String(System.in.readAllBytes()).strip();
        try {
            String claims = verify(result, given[0], given[1], given[2], keys);
            System.out.println(member(claims, "jti") + " " + member(claims, "decision"));
        } catch (GeneralSecurityException | IllegalArgumentException refused) {
            System.err.println(refused.getMessage());
            System.exit(1);
        }
    }
}
