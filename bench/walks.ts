/** `npm run bench -- pages`: duration of registration and login, with a recording as camera. */
import { createOpenIdSite } from '../examples/relying-party/openid.ts';
import { median } from '../testing/statistics.ts';
import {
  canLogIn,
  createLoginWorld,
  type LoginWorld,
  type Visitor,
} from '../testing/web/login-world.ts';

const ROUNDS = 5;

/** Seconds from the click that opens the camera to the page that confirms success. */
export async function benchWalks(): Promise<void> {
  if (!canLogIn()) return;
  const world = await createLoginWorld();
  try {
    const site = await world.startSite('site', 'Example site', createOpenIdSite);
    const registrations: number[] = [];
    for (let i = 0; i < ROUNDS; i++) registrations.push(await register(world, `Ada ${i}`));
    await logIn(world, site, ({ press }) => press('Agree and log in'));
    const logins: number[] = [];
    for (let i = 0; i < ROUNDS; i++) logins.push(await logIn(world, site));
    console.log('\n| from the camera to done | median, worst |\n|---|---|');
    for (const [walk, times] of Object.entries({ registration: registrations, login: logins }))
      console.log(`| ${walk} | ${median(times).toFixed(1)}, ${Math.max(...times).toFixed(1)} s |`);
  } finally {
    await world.close();
  }
}

/** Three images, reviewed and sent at once. */
async function register({ ada, service, visit }: LoginWorld, name: string): Promise<number> {
  const visitor = await visit();
  const { page, press, heading } = visitor;
  await page.goto(`${service.base}/register`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await press('Continue');
  await visitor.agree(ada);
  const seconds = await timed(async () => {
    await press('Send the pictures');
    await heading('Your face is enrolled');
  });
  await visitor.leave();
  return seconds;
}

/** @param answer first request of a login at a site */
async function logIn(
  { ada, visit }: LoginWorld,
  site: string,
  answer: (visitor: Visitor) => Promise<void> = async () => {},
): Promise<number> {
  const visitor = await visit();
  await visitor.page.goto(`${site}/login`);
  await visitor.say('Ada 0');
  await visitor.show(ada);
  const seconds = await timed(async () => {
    await answer(visitor);
    await visitor.page.getByText('You are logged in as Ada 0').waitFor();
  });
  await visitor.leave();
  return seconds;
}

async function timed(walk: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await walk();
  return (performance.now() - begun) / 1000;
}
