// A site whose users log in with their face: OpenID Connect with PKCE, by Java's own classes alone (17 or newer).
//
//   export PROSOPON_URL=… PROSOPON_ID=… PROSOPON_SECRET=… SITE_URL=http://127.0.0.1:3000
//   java Login.java
//
// The client needs the redirect URI http://127.0.0.1:3000/callback. Where your framework has OpenID Connect, use that.

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

public class Login {
    static final String ISSUER = System.getenv("PROSOPON_URL");
    static final String CLIENT = System.getenv("PROSOPON_ID");
    static final String SECRET = System.getenv("PROSOPON_SECRET");
    static final int PORT = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    static final String SITE = System.getenv().getOrDefault("SITE_URL", "http://127.0.0.1:" + PORT);
    static final String REDIRECT = SITE + "/callback";
    static final long CLOCK_SKEW_SECONDS = 60;
    static final int MOST_SESSIONS = 10_000;

    /** A login that has begun. */
    record Begun(String verifier, String state, String nonce) {}

    record Person(String id, String name) {}

    static final class Session {
        Begun login;
        Person person;
    }

    /** The latest. A site of several processes keeps them elsewhere. */
    static final Map<String, Session> sessions = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
            return size() > MOST_SESSIONS;
        }
    });
    static final HttpClient http = HttpClient.newHttpClient();
    static final SecureRandom random = new SecureRandom();
    static String configuration;

    static void front(HttpExchange exchange) throws IOException {
        Session session = sessions.get(cookieOf(exchange));
        if (session == null || session.person == null) {
            send(exchange, 200, "text/html", "<a href=\"/login\">Log in with your face</a>");
        } else {
            send(exchange, 200, "text/plain", "You are logged in as " + session.person.name + ".");
        }
    }

    static void login(HttpExchange exchange) throws Exception {
        Begun begun = new Begun(drawn(), drawn(), drawn());
        Session session = new Session();
        session.login = begun;
        remember(exchange, session);
        byte[] challenge = MessageDigest.getInstance("SHA-256").digest(begun.verifier.getBytes());
        redirect(exchange, text(configuration, "authorization_endpoint") + "?" + form(Map.of(
                "response_type", "code", "client_id", CLIENT, "redirect_uri", REDIRECT, "scope", "openid basic",
                "state", begun.state, "nonce", begun.nonce,
                "code_challenge", base64(challenge), "code_challenge_method", "S256")));
    }

    static void callback(HttpExchange exchange) throws Exception {
        Session session = sessions.remove(cookieOf(exchange));
        if (session == null || session.login == null) {
            redirect(exchange, "/");
            return;
        }
        try {
            Map<String, String> query = queryOf(exchange);
            require(session.login.state.equals(query.get("state")), "another state");
            require(ISSUER.equals(query.get("iss")), "another service");
            require(query.containsKey("code"), "no code: " + query.get("error"));
            Session loggedIn = new Session();
            loggedIn.person = redeem(query.get("code"), session.login);
            // A new session, so that an earlier one from somebody else cannot become this user's.
            remember(exchange, loggedIn);
            redirect(exchange, "/");
        } catch (GeneralSecurityException | IllegalArgumentException refused) {
            System.err.println(refused.getMessage());
            send(exchange, 403, "text/plain", "Not logged in.");
        }
    }

    static Person redeem(String code, Begun begun) throws Exception {
        String credentials = encoded(CLIENT) + ":" + encoded(SECRET);
        String answer = ask(HttpRequest.newBuilder(URI.create(text(configuration, "token_endpoint")))
                .header("authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes()))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(Map.of("grant_type", "authorization_code", "code", code,
                        "redirect_uri", REDIRECT, "code_verifier", begun.verifier)))));
        String claims = verified(text(answer, "id_token"));
        require(ISSUER.equals(text(claims, "iss")), "the token is from another service");
        require(CLIENT.equals(text(claims, "aud")), "the token is for another client");
        require(begun.nonce.equals(text(claims, "nonce")), "the token is of another login");
        long expires = Long.parseLong(found(claims, "\"exp\":(\\d+)"));
        require(Instant.now().getEpochSecond() <= expires + CLOCK_SKEW_SECONDS, "the token is too old");
        String about = ask(HttpRequest.newBuilder(URI.create(text(configuration, "userinfo_endpoint")))
                .header("authorization", "Bearer " + text(answer, "access_token")));
        require(text(about, "sub").equals(text(claims, "sub")), "the name is of another user");
        return new Person(text(claims, "sub"), text(about, "name"));
    }

    /** The claims of a JWT that a key of the service has signed. */
    static String verified(String jwt) throws Exception {
        String[] parts = jwt.split("\\.", -1);
        require(parts.length == 3, "not a JWT");
        String header = decoded(parts[0]);
        require("RS256".equals(text(header, "alg")), "another algorithm");
        String keys = ask(HttpRequest.newBuilder(URI.create(text(configuration, "jwks_uri"))));
        String key = found(keys, "(\\{[^{}]*\"kid\":\"" + Pattern.quote(text(header, "kid")) + "\"[^{}]*\\})");
        var numbers = new RSAPublicKeySpec(number(text(key, "n")), number(text(key, "e")));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(numbers));
        signature.update((parts[0] + "." + parts[1]).getBytes());
        require(signature.verify(Base64.getUrlDecoder().decode(parts[2])), "the signature is wrong");
        return decoded(parts[1]);
    }

    static String ask(HttpRequest.Builder request) throws Exception {
        var response = http.send(request.build(), BodyHandlers.ofString());
        require(response.statusCode() == 200, request.build().uri() + ": " + response.statusCode());
        return response.body();
    }

    static void require(boolean holds, String otherwise) throws GeneralSecurityException {
        if (!holds) throw new GeneralSecurityException(otherwise);
    }

    /** A text of the service's JSON, which is compact. Your JSON library does this better. */
    static String text(String json, String name) {
        String raw = found(json, "\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"");
        var escape = Pattern.compile("\\\\(u[0-9a-fA-F]{4}|.)");
        return escape.matcher(raw).replaceAll(match -> {
            String of = match.group(1);
            int at = "bfnrt".indexOf(of.charAt(0));
            String meant = of.length() > 1 ? "" + (char) Integer.parseInt(of.substring(1), 16)
                    : at >= 0 ? "" + "\b\f\n\r\t".charAt(at) : of;
            return java.util.regex.Matcher.quoteReplacement(meant);
        });
    }

    static String found(String text, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    static BigInteger number(String base64url) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(base64url));
    }

    static String decoded(String part) {
        return new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8);
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static String drawn() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return base64(bytes);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    static String form(Map<String, String> members) {
        List<String> pairs = new ArrayList<>();
        members.forEach((name, value) -> pairs.add(name + "=" + encoded(value)));
        return String.join("&", pairs);
    }

    static Map<String, String> queryOf(HttpExchange exchange) {
        Map<String, String> query = new HashMap<>();
        String raw = exchange.getRequestURI().getRawQuery();
        for (String pair : (raw == null ? "" : raw).split("&")) {
            String[] parts = pair.split("=", 2);
            if (parts.length == 2) query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return query;
    }

    static String cookieOf(HttpExchange exchange) {
        String cookies = String.join("; ", exchange.getRequestHeaders().getOrDefault("cookie", List.of()));
        return found(cookies, "(?:^|; )session=([\\w-]+)");
    }

    static void remember(HttpExchange exchange, Session session) {
        String id = drawn();
        sessions.put(id, session);
        String secure = SITE.startsWith("https:") ? "; Secure" : "";
        exchange.getResponseHeaders().add("set-cookie", "session=" + id + "; Path=/; HttpOnly; SameSite=Lax" + secure);
    }

    static void redirect(HttpExchange exchange, String address) throws IOException {
        exchange.getResponseHeaders().set("location", address);
        exchange.sendResponseHeaders(302, -1);
    }

    static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("content-type", type + "; charset=utf-8");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    interface Page {
        void answer(HttpExchange exchange) throws Exception;
    }

    static void serve(HttpExchange exchange, Map<String, Page> pages) throws IOException {
        try (exchange) {
            Page page = pages.get(exchange.getRequestURI().getPath());
            if (page == null) send(exchange, 404, "text/plain", "Nothing is here.");
            else page.answer(exchange);
        } catch (Exception error) {
            error.printStackTrace();
            if (exchange.getResponseCode() < 0) send(exchange, 500, "text/plain", "That did not work.");
        }
    }

    public static void main(String[] given) throws Exception {
        configuration = ask(HttpRequest.newBuilder(URI.create(ISSUER + "/.well-known/openid-configuration")));
        require(ISSUER.equals(text(configuration, "issuer")), "PROSOPON_URL is not the address of the service");
        Map<String, Page> pages = Map.of("/", Login::front, "/login", Login::login, "/callback", Login::callback);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", PORT), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", exchange -> serve(exchange, pages));
        server.start();
        System.out.println(SITE);
    }
}
