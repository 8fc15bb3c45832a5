// needs: chromium
// time-limit: 300
// What nobody sees on an ordinary day: menus, questions, refusals, a lost manager; and the keyboard on every page.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  axeEverywhere,
  launchBrowser,
  openWindow,
  overflowPx,
  signIn,
  WIDE,
  type Browser,
  type Page,
  type Window,
} from '../support/browser.ts';
import { untilEnded, type WireHost, type WireJob } from '../support/fleet.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';
import { startSimulatedFleet, type SimulatedFleet } from '../support/simulated.ts';

const test = suite('web: access');
const HOSTS = 3;
let browser: Browser;
let manager: ManagerProcess;
let fleet: SimulatedFleet;
let pages: string[];
let jobPath: string;

test.before(async () => {
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  fleet = await startSimulatedFleet(manager, HOSTS, { patches: 6, security: 2 });
  const polled = ({ hosts }: { hosts: WireHost[] }): boolean =>
    hosts.length === HOSTS && hosts.every((host) => host.patches_polled_at !== null);
  const { hosts } = await manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', polled);
  const target = { host_ids: hosts.map(({ id }) => id) };
  const plan = { operation: 'patch', mode: 'security', dry_run: true, target };
  const job = await untilEnded(manager, await manager.must<WireJob>('POST', '/api/v1/jobs', plan));
  jobPath = `/jobs/${job.id}`;
  pages = ['/', '/hosts', `/hosts/${hosts[0]?.id}`, '/jobs', '/jobs/new', jobPath];
  pages.push('/enrollments', '/certificates', '/about');
  browser = await launchBrowser();
});

test.after(async () => {
  await browser?.close();
  await fleet?.stop();
  await manager?.stop();
});

async function open(where: string, allow?: RegExp): Promise<[Page, Window]> {
  const window = await openWindow(browser, allow ? { allow } : {});
  const page = await window.open(manager.url + where);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return [page, window];
}

async function judge(page: Page): Promise<void> {
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(WIDE);
}

/** The innermost element with the focus, told by what a person would call it. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let inner = document.activeElement;
    while (inner?.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
    const text = inner?.getAttribute('aria-label') ?? inner?.textContent?.trim().replaceAll(/\s+/g, ' ');
    return text || (inner?.localName ?? '');
  });
}

async function untilFocused(page: Page, wanted: RegExp): Promise<void> {
  let last = '';
  for (let tries = 0; tries < 100; tries += 1) {
    last = await focused(page);
    if (wanted.test(last)) return;
    await page.waitForTimeout(100);
  }
  assert.unreachable(`“${last.slice(0, 80)}” has the focus, not ${wanted}`);
}

test('the menu of the user opens, is judged and gives the focus back', async () => {
  const [page, window] = await open('/about');
  await page.getByRole('button', { name: /^Menu of/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await judge(page);
  await page.keyboard.press('Escape');
  await untilFocused(page, /^Menu of/);
  assert.equal(window.problems, []);
  await window.close();
});

test('a certificate and the question over it are left by Escape, one after the other', async () => {
  const [page, window] = await open('/certificates');
  const grid = page.getByRole('grid', { name: 'Certificates' });
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const certificate = page.getByRole('dialog', { name: /^Certificate of/ });
  await certificate.waitFor();
  await page.locator('fm-certificate').getByRole('button', { name: 'Revoke' }).press('Enter');
  const question = page.getByRole('dialog', { name: /^Revoke the certificate of .+\?$/ });
  await question.waitFor();
  await judge(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await untilFocused(page, /^Revoke$/);
  await page.keyboard.press('Escape');
  await certificate.waitFor({ state: 'detached' });
  await untilFocused(page, /^Certificates$/);
  assert.equal(window.problems, []);
  await window.close();
});

test('the question before a token is deleted is judged, and no gives the focus back', async () => {
  const token = { name: 'Rack 4', max_uses: 1, expires_in_secs: 3_600 };
  await manager.must('POST', '/api/v1/admin/enrollment-tokens', token);
  const [page, window] = await open('/enrollments');
  await page.getByRole('button', { name: 'Delete the token Rack 4' }).press('Enter');
  await page.getByRole('dialog', { name: /Rack 4/ }).waitFor();
  await judge(page);
  await page.locator('fm-confirm').getByRole('button', { name: 'Cancel' }).press('Enter');
  await untilFocused(page, /^Delete the token Rack 4$/);
  assert.equal(window.problems, []);
  await window.close();
});

test('an address without a page, and a page that the role does not show, have a heading and a way on', async () => {
  const [page, window] = await open('/nowhere');
  await page.getByRole('heading', { level: 1, name: 'There is no such page.' }).waitFor();
  await judge(page);
  await window.close();
  const other = await openWindow(browser);
  const refused = await other.open(`${manager.url}/certificates`);
  await refused.route('**/api/v1/auth/login', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { user: object };
    await route.fulfill({ response: answer, json: { ...body, user: { ...body.user, role: 'reporter' } } });
  });
  await signIn(refused, 'admin', ADMIN_PASSWORD);
  await refused.getByRole('heading', { level: 1, name: 'Your role does not show this page.' }).waitFor();
  assert.is(await refused.getByRole('link', { name: 'Certificates' }).count(), 0);
  await judge(refused);
  assert.equal([...window.problems, ...other.problems], []);
  await other.close();
});

test('the first Tab offers to skip to the content, and every stop of the Tab key on every page is seen', async () => {
  const [page, window] = await open('/about');
  for (const where of pages) {
    await page.goto(manager.url + where);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await untilFocused(page, /^Skip to the content$/);
    assert.equal(await unseenStops(page), [], where);
  }
  await page.goto(`${manager.url}/about`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.is(await focused(page), 'main');
  assert.equal(window.problems, []);
  await window.close();
});

/** Goes on with the Tab key until the page ends; which stops show nothing. */
async function unseenStops(page: Page): Promise<string[]> {
  const unseen: string[] = [];
  for (let stops = 0; stops < 80; stops += 1) {
    const stop = await page.evaluate(() => {
      let inner = document.activeElement;
      while (inner?.shadowRoot?.activeElement) inner = inner.shadowRoot.activeElement;
      if (!inner || inner === document.body) return null;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(inner);
      const isSeen = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      return { isSeen, name: `${inner.tagName} ${inner.textContent?.trim().slice(0, 40)}` };
    });
    if (!stop) return unseen;
    if (!stop.isSeen) unseen.push(stop.name);
    await page.keyboard.press('Tab');
  }
  return unseen;
}

test('at 200 % zoom nothing sticks out at the side, and the navigation is there', async () => {
  const [page, window] = await open('/about');
  await page.setViewportSize({ width: WIDE.width / 2, height: WIDE.height / 2 });
  for (const where of pages) {
    await page.goto(manager.url + where);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.is(await overflowPx(page), 0, where);
  }
  await page.getByRole('button', { name: 'Navigation' }).press('Enter');
  await page.getByRole('link', { name: 'Certificates' }).waitFor();
  assert.equal(window.problems, []);
  await window.close();
});

test('who asked for less motion gets none: a dialog is there at once', async () => {
  const [page, window] = await open('/certificates');
  await page.getByRole('grid', { name: 'Certificates' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Certificate of/ }).waitFor();
  const longestMs = await page.evaluate(() => {
    const roots: (Document | ShadowRoot)[] = [document];
    for (const root of roots)
      for (const element of root.querySelectorAll('*'))
        if (element.shadowRoot) roots.push(element.shadowRoot);
    const all = roots.flatMap((root) => root.getAnimations());
    return Math.max(0, ...all.map((one) => Number(one.effect?.getComputedTiming().duration ?? 0)));
  });
  assert.ok(longestMs <= 1, `${longestMs} ms`);
  assert.equal(window.problems, []);
  await window.close();
});

test('a refused sign-in and an ended session are judged', async () => {
  const window = await openWindow(browser, { allow: /status of 40[13]/ });
  const page = await window.open(`${manager.url}/about`);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('User name or password is wrong.').waitFor();
  await judge(page);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  const stored = await page.evaluate(() => sessionStorage.getItem('fleetmend.session') ?? '');
  const { refreshToken } = JSON.parse(stored) as { refreshToken: string };
  await manager.must('POST', '/api/v1/auth/logout', { refresh_token: refreshToken });
  await page.reload();
  await page.getByText('Your session has ended.').waitFor();
  await judge(page);
  assert.equal(window.problems, []);
  await window.close();
});

test('a page that lost its manager says so, is judged, and comes back by itself', async () => {
  const [page, window] = await open('/', /ERR_|WebSocket|status of 50/);
  await page.getByText('What needs you now').waitFor();
  const jobs = await window.open(`${manager.url}/jobs`);
  await jobs.getByRole('grid', { name: 'Jobs' }).waitFor();
  await manager.kill();
  for (const one of [page, jobs]) {
    await one.getByText(/^\s*Not live/).waitFor();
    await judge(one);
  }
  await page.getByRole('link', { name: 'Certificates' }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await judge(page);
  await manager.start();
  await jobs.getByText(/^\s*Not live/).waitFor({ state: 'detached', timeout: 30_000 });
  assert.equal(window.problems, []);
  await window.close();
});

test.run();
