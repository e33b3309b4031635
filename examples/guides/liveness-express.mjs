/** An Express site that requires a signed proof of liveness. */
import { randomBytes } from 'node:crypto';
import { Prosopon, verifyLivenessResult } from '@prosopon/client';
import express from 'express';
import session from 'express-session';

const { PROSOPON_URL: url, PROSOPON_ID: id, PROSOPON_KEY: key } = process.env;
const { SESSION_SECRET, PORT = '3000', SITE_URL = `http://127.0.0.1:${PORT}` } = process.env;
const prosopon = new Prosopon({ url, id, key });

const app = express();
const secure = SITE_URL.startsWith('https:');
if (secure) app.set('trust proxy', 1);
app.use(
  session({
    secret: SESSION_SECRET,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure },
  }),
);

app.get('/', (_request, response) => {
  response.send('<a href="/prove">Prove that you are there</a>');
});

app.get('/prove', async (request, response) => {
  const nonce = randomBytes(24).toString('base64url');
  const created = await prosopon.createLivenessSession({ nonce, returnUrl: `${SITE_URL}/done` });
  // Bound to this browser's session: a result from another browser proves nothing.
  request.session.proof = { sessionId: created.sessionId, nonce };
  response.redirect(created.url);
});

app.get('/done', async (request, response) => {
  const { proof } = request.session;
  delete request.session.proof;
  if (proof === undefined) return void response.redirect('/');
  const { state, result } = await prosopon.livenessSession(proof.sessionId);
  if (result === null) return void response.status(403).send(`Not proved: ${state}.`);
  const claims = await verifyLivenessResult(result, { url, id, nonce: proof.nonce });
  if (claims.decision === 'succeeded' && claims.jti === proof.sessionId)
    response.send('You are there.');
  else response.status(403).send(`Not proved: ${claims.reason}.`);
});

app.listen(Number(PORT), '127.0.0.1', () => console.log(SITE_URL));
