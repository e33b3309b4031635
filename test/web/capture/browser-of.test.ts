import { expect, it } from 'vitest';
import { browserOf } from '../../../web/capture/browser-of.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each([
  ['chrome', `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36`],
  [
    'android',
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36`,
  ],
  ['firefox', 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'safari',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`,
  ],
  [
    'ios',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/140.0 Safari/604.1`,
  ],
  ['other', 'Lynx/2.9'],
])('finds the permissions of %s where its maker has put them', (browser, userAgent) => {
  expect(browserOf(userAgent)).toBe(browser);
});
