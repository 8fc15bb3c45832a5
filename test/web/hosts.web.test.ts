// needs: chromium
// time-limit: 300
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
  screenshot,
  signIn,
  WIDE,
  type Browser,
  type Page,
  type Window,
} from '../support/browser.ts';
import { enrollmentToken, type WireHost } from '../support/fleet.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';
import { waitFor } from '../support/wait.ts';

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

/** For whoever looks: both widths and both themes. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of [NARROW, WIDE]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await screenshot(page, `${name}-${colorScheme}-${viewport.width}`);
    }
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
  await pictures(page, 'host-left-out');
  assert.equal(window.problems, []);
  await window.close();
});

/** As a fleet of ten thousand would answer; `search` finds by a part of the name. */
async function routeMany(page: Page, example: object): Promise<void> {
  const all = Array.from({ length: MANY }, (_, at) => ({
    ...example,
    id: `01939f6a-7c1e-7b1a-9d2e-${String(at).padStart(12, '0')}`,
    fqdn: `host-${String(at).padStart(5, '0')}.example.org`,
  }));
  await page.route(/\/api\/v1\/hosts\?/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const found = all.filter(({ fqdn }) => fqdn.includes(searchParams.get('search') ?? ''));
    const from = Number(searchParams.get('cursor') ?? 0);
    const end = Math.min(found.length, from + MANY_A_PAGE);
    const next = end < found.length ? String(end) : null;
    return route.fulfill({ json: { hosts: found.slice(from, end), total: found.length, next_cursor: next } });
  });
}

test('ten thousand hosts come by pages, few of them in the document, and typing stays quick', async () => {
  const answer = await manager.must<{ hosts: object[] }>('GET', '/api/v1/hosts?limit=1');
  const [page, window] = await openPage('/hosts', (opened) => routeMany(opened, answer.hosts[0] ?? {}));
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

const bar = (page: Page): ReturnType<Page['locator']> => page.getByRole('group', { name: 'Selected hosts' });

/** The whole of what is said of the selection. */
async function untilSelected(page: Page, text: string): Promise<void> {
  const told = bar(page).getByRole('status');
  await waitFor(async () => (await told.innerText()).trim() === text, { timeoutMs: 20_000, what: text });
}

test('a selection is made by the keyboard alone, over all that match, and survives another filter', async () => {
  const answer = await manager.must<{ hosts: object[] }>('GET', '/api/v1/hosts?limit=1');
  const [page, window] = await openPage('/hosts', (opened) => routeMany(opened, answer.hosts[0] ?? {}));
  const grid = page.getByRole('grid', { name: 'Hosts' });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await bar(page).getByText('Select hosts to act on many at once.').waitFor();
  await grid.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await untilSelected(page, '3 selected');
  assert.equal(await axeEverywhere(page), []);
  await pictures(page, 'hosts-selected');
  await search.fill('host-09');
  await summary(page, '1,000 hosts found').waitFor();
  await untilSelected(page, '3 selected, 3 of them not shown by this filter');
  await grid.focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, '1,003 selected, 3 of them not shown by this filter');
  await page.getByRole('button', { name: 'Host', exact: true }).press('Enter');
  await page.locator('[aria-sort=descending]').waitFor();
  await search.fill('');
  await summary(page, '10,000 hosts, 2,500 loaded so far').waitFor();
  await untilSelected(page, '1,003 selected');
  await grid.focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, '10,000 selected');
  await summary(page, '10,000 hosts').waitFor();
  assert.ok(await page.getByRole('checkbox', { name: 'Select all 10,000 hosts' }).isChecked());
  assert.equal(await axeEverywhere(page), []);
  await search.fill('host-00000');
  await untilSelected(page, '10,000 selected, 9,999 of them not shown by this filter');
  const clear = bar(page).getByRole('button', { name: 'Clear selection' });
  await clear.press('Enter');
  await bar(page).getByText('Select hosts to act on many at once.').waitFor();
  await page.keyboard.press('Space');
  await untilSelected(page, '1 selected');
  assert.equal(window.problems, []);
  await window.close();
});

test('many selected hosts reach a new job, a reload keeps them, and back they are still selected', async () => {
  const answer = await manager.must<{ hosts: object[] }>('GET', '/api/v1/hosts?limit=1');
  const [page, window] = await openPage('/hosts', (opened) => routeMany(opened, answer.hosts[0] ?? {}));
  await summary(page, '10,000 hosts, 2,500 loaded so far').waitFor();
  await page.getByRole('checkbox', { name: 'Select all 10,000 hosts' }).click();
  await untilSelected(page, '10,000 selected');
  await bar(page).getByRole('button', { name: 'Plan a job' }).press('Enter');
  await page.getByRole('heading', { name: 'New job' }).waitFor();
  assert.ok(page.url().length < 200, page.url());
  await page.getByText(/10,000 hosts chosen/).waitFor();
  await page.reload();
  await page.getByText(/10,000 hosts chosen/).waitFor();
  await page.getByRole('link', { name: 'Hosts', exact: true }).click();
  await summary(page, '10,000 hosts, 2,500 loaded so far').waitFor();
  await page.getByRole('checkbox', { name: /^Select host-00001/ }).check();
  await bar(page).getByRole('button', { name: 'Plan a job' }).press('Enter');
  await page.getByText(/1 host chosen/).waitFor();
  assert.match(page.url(), /\?host=01939f6a-7c1e-7b1a-9d2e-000000000001$/);
  await page.goBack();
  await untilSelected(page, '1 selected');
  assert.equal(window.problems, []);
  await window.close();
});

test('a refresh of several tells how far it is, which failed and why, and tries those again', async () => {
  const window = await openWindow(browser, { allow: /status of 502/ });
  const page = await window.open(`${manager.url}/hosts`);
  const [first] = hosts;
  let failures = 1;
  const error = { code: 'HOST_UNREACHABLE', message: 'The agent could not be asked: no answer.' };
  await page.route(`**/hosts/${first?.id}/refresh`, (route) =>
    failures-- > 0
      ? route.fulfill({ status: 502, json: { error: { ...error, request_id: first?.id } } })
      : route.continue(),
  );
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('Control+a');
  await untilSelected(page, `${HOSTS} selected`);
  await bar(page).getByRole('button', { name: 'Refresh now' }).press('Enter');
  const run = page.getByRole('region', { name: `Refresh of ${HOSTS} hosts` });
  await run.getByText(`${HOSTS - 1} read anew, 1 failed.`).waitFor();
  const failed = run.getByRole('list', { name: 'Hosts that failed' }).getByRole('listitem');
  assert.is(await failed.count(), 1);
  const told = await failed.innerText();
  assert.ok(told.startsWith(`${first?.fqdn}: `) && told.includes('no answer'), told);
  assert.equal(await axeEverywhere(page), []);
  await pictures(page, 'hosts-refresh');
  await page.setViewportSize(NARROW);
  assert.is(await overflowPx(page), 0);
  await run.getByRole('button', { name: 'Try 1 again' }).press('Enter');
  await run.getByText(`${HOSTS} read anew.`).waitFor();
  assert.is(await failed.count(), 0);
  await run.getByRole('button', { name: 'Close' }).press('Enter');
  await run.waitFor({ state: 'detached' });
  assert.equal(window.problems, []);
  await window.close();
});

/** The manager knows no second user yet; its answers tell the screen of one. */
async function signInAs(page: Page, role: string): Promise<void> {
  await page.route(/\/api\/v1\/(auth\/login|users\/me)$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { user?: object };
    const json = body.user ? { ...body, user: { ...body.user, role } } : { ...body, role };
    await route.fulfill({ response, json });
  });
  await signIn(page, 'admin', ADMIN_PASSWORD);
}

test('who may only read sees no boxes and no actions, and a refused list says so', async () => {
  const window = await openWindow(browser, { allow: /status of 403/ });
  const page = await window.open(`${manager.url}/hosts`);
  await signInAs(page, 'reporter');
  await summary(page, `${HOSTS} hosts`).waitFor();
  await rows(page).first().waitFor();
  assert.is(await page.getByRole('checkbox').count(), 0);
  assert.is(await bar(page).count(), 0);
  await page.getByRole('link', { name: hosts[0]?.fqdn ?? '' }).click();
  await page.getByText('12 patches').waitFor();
  assert.is(await page.getByRole('button', { name: 'Refresh now' }).count(), 0);
  assert.is(await page.getByRole('link', { name: /job/i }).and(page.locator('.button')).count(), 0);
  assert.equal(await axeEverywhere(page), []);
  const error = { code: 'FORBIDDEN', message: 'Not allowed.', request_id: hosts[0]?.id };
  await page.route(/\/api\/v1\/hosts\?/, (route) => route.fulfill({ status: 403, json: { error } }));
  await page.getByRole('link', { name: 'Hosts', exact: true }).first().click();
  await page.locator('fm-state[kind=forbidden]').waitFor();
  assert.equal(await axeEverywhere(page), []);
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

test('removing names the hosts first; who cannot be removed says why, and the others are gone', async () => {
  const window = await openWindow(browser, { allow: /status of 409/ });
  const page = await window.open(`${manager.url}/hosts`);
  const [, , third, fourth] = hosts;
  const error = { code: 'HOST_BUSY', message: 'The host has unfinished jobs.', request_id: third?.id };
  await page.route(`**/api/v1/hosts/${third?.id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 409, json: { error } })
      : route.continue(),
  );
  await signIn(page, 'admin', ADMIN_PASSWORD);
  await summary(page, `${HOSTS} hosts`).waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+ArrowUp');
  await untilSelected(page, '2 selected');
  const remove = bar(page).getByRole('button', { name: 'Remove' });
  await remove.press('Enter');
  await page.getByRole('dialog', { name: 'Remove 2 hosts from the fleet?' }).waitFor();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText(fourth?.fqdn ?? '').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await pictures(page, 'hosts-remove');
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await remove.press('Enter');
  await dialog.getByRole('button', { name: 'Revoke and remove 2' }).press('Enter');
  const run = page.getByRole('region', { name: 'Removal of 2 hosts' });
  await run.getByText('1 removed, 1 failed.').waitFor();
  await run
    .getByRole('listitem')
    .getByText(third?.fqdn ?? '')
    .waitFor();
  await summary(page, `${HOSTS - 1} hosts`).waitFor();
  await untilSelected(page, '1 selected');
  assert.equal(await axeEverywhere(page), []);
  assert.equal(window.problems, []);
  await window.close();
});

test.run();
