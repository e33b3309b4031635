/** Whose service it is, as the pages hear it. */
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { NO_OPERATOR } from '../../../../src/access/operator/operator.ts';
import { addOperatorFiles } from '../../../../src/protocols/http/pages/operator-files.ts';

it('serves name, addresses and colour; the consent comes with the enrolment', async () => {
  const app = fastify();
  const logo = { type: 'image/svg+xml', bytes: Buffer.from('<svg/>') };
  const privacy = 'https://clinic.example/privacy';
  const operator = { ...NO_OPERATOR, name: 'Clinic', privacy, colour: '#0b6e4f', logo };
  addOperatorFiles(app, {
    operator,
    passkeys: () => 'sign-in',
    mailSignIn: true,
    playground: true,
  });
  const said = await app.inject('/operator.json');
  expect(said.json()).toEqual({
    name: 'Clinic',
    privacy,
    logo: '/operator/logo',
    playground: true,
    passkeys: 'sign-in',
    mailSignIn: true,
    program: expect.stringContaining('prosopon'),
  });
  expect((await app.inject('/operator.css')).body).toContain('#0b6e4f');
  const picture = await app.inject('/operator/logo');
  expect(picture.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
  expect(picture.body).toBe('<svg/>');
});

it("serves none of these without an operator's file", async () => {
  const app = fastify();
  addOperatorFiles(app, {
    operator: NO_OPERATOR,
    passkeys: () => 'none',
    mailSignIn: false,
    playground: false,
  });
  expect((await app.inject('/operator.json')).json()).toEqual({
    name: 'Prosopon',
    logo: '/icon.svg',
    playground: false,
    passkeys: 'none',
    mailSignIn: false,
    program: expect.stringContaining('prosopon'),
  });
  expect((await app.inject('/operator.css')).body).toBe('');
  expect((await app.inject('/operator/logo')).statusCode).toBe(404);
});
