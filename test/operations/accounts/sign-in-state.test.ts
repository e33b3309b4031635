/** The states of a sign-in, one after another, whatever was shown and asked for. */
import { describe, expect, it } from 'vitest';
import type { Way } from '../../../src/access/accounts/second-factors.ts';
import { levelOf, type Method, meets } from '../../../src/access/oauth/levels.ts';
import { stateOf } from '../../../src/operations/accounts/sign-in-state.ts';

const NONE = { passkey: false, mail: false, faceAlone: false, secondFactor: false };
const stepOf = (methods: readonly Method[], has: readonly Way[], demands = {}) =>
  stateOf({ userId: 'ada', methods }, has, { ...NONE, ...demands });

describe('a sign-in', () => {
  it('begins with a name and the face, also for nobody', () => {
    expect(stateOf(undefined, [], NONE).step).toBe('identify');
    expect(stateOf({ userId: undefined, methods: ['face', 'browser'] }, [], NONE).step).toBe(
      'face',
    );
    expect(stepOf([], ['code']).step).toBe('face');
    expect(stepOf(['mail'], ['mail']).step, 'a link replaces no face by itself').toBe('face');
    expect(stepOf(['passkey'], ['passkey']).step).toBe('face');
  });

  it('ends with the face in a known browser', () => {
    expect(stepOf(['face', 'browser'], ['code', 'passkey', 'recovery']).step).toBe('done');
  });

  it('needs one thing more than the face in another browser', () => {
    const has = ['code', 'recovery', 'mail'] as const;
    expect(stepOf(['face'], has)).toEqual({
      step: 'second-factor',
      ways: has,
      unknownBrowser: true,
    });
    expect(stepOf(['face'], [])).toMatchObject({ step: 'second-factor', ways: [] });
    for (const way of [
      'otp',
      'passkey',
      'synced-passkey',
      'recovery',
      'mail',
      'registration',
    ] as const)
      expect(stepOf(['face', way], has).step).toBe('done');
  });

  it('ends with the face alone only if the client says so, and the user has no second factor', () => {
    expect(stepOf(['face'], ['recovery', 'mail'], { faceAlone: true }).step).toBe('done');
    expect(stepOf(['face'], ['code'], { faceAlone: true }).step).toBe('second-factor');
  });

  it('needs a second factor if the client demands one, also in a known browser', () => {
    const demands = { secondFactor: true };
    expect(stepOf(['face', 'browser'], ['code', 'mail'], demands)).toEqual({
      step: 'second-factor',
      ways: ['code'],
      unknownBrowser: false,
    });
    expect(stepOf(['face', 'browser'], ['recovery'], demands).step).toBe('second-factor-set-up');
    expect(stepOf(['face'], ['recovery'], demands).step, 'first who it is').toBe('second-factor');
    expect(stepOf(['face', 'mail'], ['code', 'mail'], demands).step).toBe('second-factor');
    expect(stepOf(['face', 'recovery'], ['code'], demands).step).toBe('done');
  });

  it('accepts a passkey or a link in place of the face only if allowed', () => {
    expect(stepOf(['passkey'], ['passkey'], { passkey: true }).step).toBe('done');
    expect(stepOf(['passkey'], ['passkey', 'code'], { passkey: true })).toMatchObject({
      step: 'second-factor',
      ways: ['code'],
    });
    expect(stepOf(['mail'], ['mail'], { mail: true }).step).toBe('done');
    expect(stepOf(['mail', 'passkey'], ['mail', 'passkey'], { mail: true }).step).toBe('done');
  });
});

describe('its level', () => {
  it.each([
    [['face', 'browser'], ['face', 'swk', 'mfa'], 'face-browser'],
    [['face', 'passkey'], ['face', 'hwk', 'user', 'mfa'], 'face-factor'],
    [['face', 'synced-passkey'], ['face', 'swk', 'user', 'mfa'], 'face-factor'],
    [['face', 'otp'], ['face', 'otp', 'mfa'], 'face-factor'],
    [['face', 'recovery'], ['face', 'recovery', 'mfa'], 'face-factor'],
    [['face', 'mail'], ['face', 'mail'], 'face-factor'],
    [['face', 'browser', 'otp'], ['face', 'swk', 'otp', 'mfa'], 'face-browser'],
    [['face'], ['face'], 'face'],
    [['passkey'], ['hwk', 'user'], 'passkey'],
    [['mail', 'otp'], ['mail', 'otp'], 'mail'],
  ] as const)('%j', (methods, amr, acr) => {
    expect(levelOf(methods)).toEqual({ amr, acr: `urn:prosopon:acr:${acr}` });
  });

  it('serves no client that demands more', () => {
    const demands = { passkey: false, mail: false, faceAlone: false, secondFactor: false };
    const serves = (methods: readonly Method[], more = {}) =>
      meets(levelOf(methods), { ...demands, ...more });
    expect(serves(['face'])).toBe(false);
    expect(serves(['face'], { faceAlone: true })).toBe(true);
    expect(serves(['face', 'browser'])).toBe(true);
    expect(serves(['face', 'browser'], { secondFactor: true })).toBe(false);
    expect(serves(['face', 'passkey'], { secondFactor: true })).toBe(true);
    expect(serves(['passkey'])).toBe(false);
    expect(serves(['passkey'], { passkey: true })).toBe(true);
  });
});
