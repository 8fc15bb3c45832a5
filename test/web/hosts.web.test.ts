// needs: chromium
// The list of hosts and the page of one, over a real manager and simulated agents that really enrolled.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  axeEverywhere,
  launchBrowser,
  NARROW,
  openWindow,
  overflowPx,
  signIn,
  type Browser,
  type Page,
  type Window,
} from '../support/browser.ts';
import { enrollmentToken, type WireHost } from '../support/fleet.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';

const test = suite('web: hosts');
const HOSTS = 4;
const MANY = 10_000;
const MANY_A_PAGE = 2_500;
/** The agents enroll with their port, so it cannot be left to the system. */
const AGENT_PORT = 20_000 + (process.pid % 10_000);
const root = path.resolve(import.meta.dirname, '../..');
let browser: Browser;
let manager: ManagerProcess;
let simulator: ChildProcess;
let hosts: WireHost[];

test.before(async () => {
  manager = await createManager({ port: 0 });
  await manager.start();
  await manager.signIn();
  const token = await enrollmentToken(manager, HOSTS);
  const options = [
    '--count',
    String(HOSTS),
    '--port',
    String(AGENT_PORT),
    '--patches',
    '12',
    '--security',
    '3',
  ];
  const where = [
    '--data-dir',
    await mkdtemp(path.join(tmpdir(), 'simulated-')),
    '--manager-url',
    manager.url,
  ];
  simulator = spawn(
    process.execPath,
    ['agent/simulator/main.ts', ...options, ...where, '--enrollment-token', token],
    { cwd: root, stdio: 'ignore' },
  );
  const arePolled = (list: { hosts: WireHost[] }): boolean =>
    list.hosts.length === HOSTS && list.hosts.every((host) => host.patches_polled_at !== null);
  ({ hosts } = await manager.until<{ hosts: WireHost[] }>('/api/v1/hosts', arePolled));
  browser = await launchBrowser();
});

test.after(async () => {
  await browser?.close();
  if (simulator?.kill()) await once(simulator, 'exit');
  await manager?.stop();
});

async function openPage(where: string, prepare?: (page: Page) => Promise<unknown>): Promise<[Page, Window]> {
  const window = await openWindow(browser);
  const page = await window.open(`${manager.url}/about`);
  await prepare?.(page);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await page.goto(`${manager.url}${where}`);
  return [page, window];
}

const rows = (page: Page): ReturnType<Page['locator']> => page.getByRole('rowgroup').getByRole('row');

/** The line under the heading; what is announced to screen readers says the same. */
const summary = (page: Page, text: string): ReturnType<Page['locator']> =>
  page.getByRole('paragraph').and(page.getByText(text, { exact: true }));

test('search, filters and sorting narrow the list down and live in the address', async () => {
  const [page, window] = await openPage('/hosts');
  await summary(page, `${HOSTS} hosts`).waitFor();
  assert.is(await rows(page).count(), HOSTS);
  await page.getByRole('searchbox', { name: 'Search' }).fill('sim-0002');
  await summary(page, '1 host found').waitFor();
  assert.is(new URL(page.url()).searchParams.get('search'), 'sim-0002');
  await page.getByLabel('Reboot').selectOption({ label: 'Due' });
  await page.getByText('No host is like that.').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.reload();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await summary(page, `${HOSTS} hosts`).waitFor();
  assert.is(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), '');
  await page.getByRole('button', { name: 'Host', exact: true }).click();
  await page
    .getByRole('columnheader', { name: 'Host' })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor();
  assert.is(new URL(page.url()).searchParams.get('sort'), '-fqdn');
  await rows(page).first().getByText('sim-0004').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  assert.equal(window.problems, []);
  await window.close();
});

test('the keyboard opens a host; a refresh shows its progress and reads the patches anew', async () => {
  const [page, window] = await openPage('/hosts');
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const second = hosts.find(({ fqdn }) => fqdn.startsWith('sim-0002'));
  await page.getByRole('heading', { name: second?.fqdn ?? '' }).waitFor();
  assert.is(new URL(page.url()).pathname, `/hosts/${second?.id}`);
  await page.getByText('12 patches').waitFor();
  await page.getByText('No job has touched this host yet.').waitFor();
  await rows(page).first().getByText('Security').waitFor();
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await page.getByRole('progressbar', { name: 'Refresh of the package lists' }).waitFor();
  await page.getByText('The patches were read anew.').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  assert.equal(window.problems, []);
  await window.close();
});

test('what is left out says why, and hostile names are shown harmless', async () => {
  const [host] = hosts;
  const answer = await manager.must<{ patches: object[] }>('GET', `/api/v1/hosts/${host?.id}/patches`);
  const advisories = [{ id: 'DSA-1', cves: ['CVE-2026-0001'] }];
  const hostile = {
    name: '<img src=x onerror=alert(1)>\u202e\u001b[31m',
    severity: 'critical',
    security: true,
  };
  const patches = [
    { ...answer.patches.at(-1), name: 'linux-image', held: true, kept_back_reason: 'HELD' },
    { ...answer.patches[0], ...hostile, phased: true, kept_back_reason: 'PHASED', advisories },
  ];
  const [page, window] = await openPage(`/hosts/${host?.id}`, (opened) =>
    opened.route('**/patches', (route) => route.fulfill({ json: { ...answer, patches, total: 2 } })),
  );
  await rows(page).first().getByText('Phased').waitFor();
  assert.match(await rows(page).first().innerText(), /<img src=x onerror=alert\(1\)>⟨U\+202E⟩/);
  await rows(page).first().click();
  await page.getByText('not this host’s turn yet').waitFor();
  await page.getByText('CVE-2026-0001').waitFor();
  await rows(page).nth(1).getByText('Held').waitFor();
  assert.equal(await axeEverywhere(page), []);
  assert.equal(window.problems, []);
  await window.close();
});

test('ten thousand hosts come by pages, few of them in the document, and typing stays quick', async () => {
  const answer = await manager.must<{ hosts: object[] }>('GET', '/api/v1/hosts?limit=1');
  const [page, window] = await openPage('/hosts', (opened) =>
    opened.route(/\/api\/v1\/hosts\?/, (route) => {
      const { searchParams } = new URL(route.request().url());
      const from = Number(searchParams.get('cursor') ?? 0);
      const end = Math.min(MANY, from + MANY_A_PAGE);
      const made = Array.from({ length: end - from }, (_, at) => ({
        ...answer.hosts[0],
        id: `01939f6a-7c1e-7b1a-9d2e-${String(from + at).padStart(12, '0')}`,
        fqdn: `host-${String(from + at).padStart(5, '0')}.example.org`,
      }));
      const body = { hosts: made, total: MANY, next_cursor: end < MANY ? String(end) : null };
      return route.fulfill({ json: body });
    }),
  );
  await page.getByText('10,000 hosts, 2,500 loaded so far').waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  for (let pages = 1; pages < MANY / MANY_A_PAGE; pages += 1) {
    const before = await page.getByRole('paragraph').first().innerText();
    await page.keyboard.press('End');
    await page.getByText(before, { exact: true }).waitFor({ state: 'detached' });
  }
  await summary(page, '10,000 hosts').waitFor();
  await page.keyboard.press('End');
  await page.getByText('host-09999').waitFor();
  assert.ok((await rows(page).count()) < 60, 'only what can be seen is in the document');
  const field = page.getByRole('searchbox', { name: 'Search' });
  const keyMs = await field.evaluate(async (input: HTMLInputElement) => {
    const took: number[] = [];
    for (const value of ['h', 'ho', 'hos', 'host', 'host-', 'host-1', 'host-12']) {
      const startedAt = performance.now();
      input.value = value;
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve();
      took.push(performance.now() - startedAt);
      await new Promise(requestAnimationFrame);
    }
    return took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? Infinity;
  });
  assert.ok(keyMs < 50, `a key took ${keyMs} ms`);
  assert.equal(window.problems, []);
  await window.close();
});

test('an answer that fails says what to do, and “Try again” does it', async () => {
  let failures = 1;
  const window = await openWindow(browser, { allow: /status of 500/ });
  const page = await window.open(`${manager.url}/about`);
  await signIn(page, 'admin', ADMIN_PASSWORD);
  const error = {
    code: 'INTERNAL_ERROR',
    message: 'An error.',
    request_id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21',
  };
  await page.route(/\/api\/v1\/hosts\?/, (route) =>
    failures-- > 0 ? route.fulfill({ status: 500, json: { error } }) : route.continue(),
  );
  await page.getByRole('link', { name: 'Hosts', exact: true }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await summary(page, `${HOSTS} hosts`).waitFor();
  assert.equal(window.problems, []);
  await window.close();
});

test.run();
