// needs: chromium
// time-limit: 180
// The first minutes at a manager that nobody has used: the printed password, a second factor, the first host.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateSync } from 'otplib';
import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { enrollSimulated } from '../../agent/simulator/enroll.ts';
import { startSimulator, type Simulator } from '../../agent/simulator/simulator.ts';
import { closeSecret } from '../support/browserHands.ts';
import { axeEverywhere, launchBrowser, openWindow, type Browser, type Window } from '../support/browser.ts';
import { judge } from '../support/browserStage.ts';
import { nav, navLink } from '../support/browserNav.ts';
import { createManager, type ManagerProcess } from '../support/manager.ts';
import { freePort } from '../support/ports.ts';

interface World {
  browser: Browser;
  manager: ManagerProcess;
  window: Window;
  dir: string;
  simulator?: Simulator;
}

const test = suite<World>('web: the first minute');
const PASSWORD = 'brave lanterns under quiet bridges';
const HOST = 'web1.example.org';

test.before(async (world) => {
  world.dir = await mkdtemp(path.join(tmpdir(), 'first-minute-'));
  world.browser = await launchBrowser();
  world.manager = await createManager({ port: 0, env: { FLEETMEND_ADMIN_PASSWORD: '' } });
  await world.manager.start();
  world.window = await openWindow(world.browser, { allow: /status of 40[0139]/ });
});
test.after(async ({ browser, manager, simulator, dir }) => {
  await browser?.close();
  await simulator?.stop();
  await manager?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Enrolls an agent with what the page shows. */
async function enrollWith(world: World, token: string): Promise<void> {
  const { dir, manager } = world;
  const log = pino({ level: 'silent' });
  const where = { address: '127.0.0.1', port: await freePort() };
  const names = [HOST];
  const { signal } = new AbortController();
  await enrollSimulated({ dir, names, managerUrl: manager.url, token, ...where, log, signal });
  world.simulator = await startSimulator({
    dir,
    names,
    listen: where.address,
    port: where.port,
    packages: { patches: 3, security: 1 },
    rules: [],
    log,
  });
}

test('the printed password is changed, a second factor set up, and the first host read, all on the way that the pages show', async (world) => {
  const first = /first password of 'admin'.*: (\S+)/.exec(world.manager.output)?.[1] ?? '';
  const page = await world.window.open(world.manager.url);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(first);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByLabel('New password').fill('passwordpassword');
  await page.getByLabel('Confirm password').fill('passwordpassword');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Tip: four random words.').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  // There are no hosts yet: the page tells how to enroll the first one, and waits for it.
  await nav(page).waitFor();
  await page.getByRole('region', { name: 'enrollment command' }).waitFor();
  await judge(page);

  await page.getByRole('button', { name: /^Menu of/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Profile and security' }).press('Enter');
  await page.getByRole('button', { name: 'Set up' }).press('Enter');
  const setup = page.locator('fm-totp-setup');
  const secret = (await setup.getByRole('region', { name: 'key' }).innerText()).trim();
  await setup.getByLabel('Verification code').fill(generateSync({ secret }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I’ve saved them' }).press('Enter');
  await page.getByText('10 recovery codes left.').waitFor();

  await page.getByRole('button', { name: /^Menu of/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const nextCode = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });
  await page.getByLabel('Code from your authenticator app').fill(nextCode);
  await page.keyboard.press('Enter');

  await (await navLink(page, 'Enrollments', (heading) => heading.press('Enter'))).press('Enter');
  await page.getByRole('heading', { name: 'Enrollments' }).waitFor();
  await page.getByRole('tab', { name: 'Tokens' }).press('Enter');

  await page.getByRole('button', { name: 'Create token' }).press('Enter');
  const token = (await page.getByRole('region', { name: 'token' }).innerText()).trim();
  await enrollWith(world, token);
  await closeSecret(page);
  await (await navLink(page, 'Hosts', (heading) => heading.press('Enter'))).press('Enter');
  await page.getByRole('link', { name: HOST }).press('Enter');
  await page.getByRole('heading', { name: HOST }).waitFor();
  await page.getByText('1 security').first().waitFor();
});

test.run();
