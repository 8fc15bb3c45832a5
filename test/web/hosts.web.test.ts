// needs: chromium
// time-limit: 300
// The list of hosts and the page of one, over a real manager and simulated agents that really enrolled.
import * as assert from 'uvu/assert';
import { axeEverywhere } from '../support/browser.ts';
import { MANY_PAGES, routeMany, rows, summary } from '../support/browserHosts.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';

const HOSTS = 4;
const stage = new Stage('web: hosts', { hosts: HOSTS, packages: { patches: 12, security: 3 } });
const { test } = stage;

test('search, filters and sorting narrow the list down and live in the address', async () => {
  const page = await stage.open('/hosts');
  await summary(page, `${HOSTS} hosts`).waitFor();
  assert.is(await rows(page).count(), HOSTS);
  await page.getByRole('columnheader', { name: 'Lists refreshed' }).waitFor();
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
  await judge(page);
});

test('the keyboard opens a host; a refresh shows its progress and reads the patches anew', async () => {
  const page = await stage.open('/hosts');
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const second = stage.hosts.find(({ fqdn }) => fqdn.startsWith('sim-0002'));
  await page.getByRole('heading', { name: second?.fqdn ?? '' }).waitFor();
  assert.is(new URL(page.url()).pathname, `/hosts/${second?.id}`);
  await page.getByText('12 patches').waitFor();
  await page.getByText('The manager asked the host').waitFor();
  await page.getByText('No job has touched this host yet.').waitFor();
  await rows(page).first().getByText('Security').waitFor();
  const empty = page.getByRole('columnheader', { name: /^(CVEs|Left out because)$/ });
  assert.is(await empty.count(), 0, 'columns of which no patch says anything');
  await page.getByRole('button', { name: 'Refresh now' }).click();
  await page.getByRole('progressbar', { name: 'Refresh of the package lists' }).waitFor();
  await page.getByText('The patches were read anew.').waitFor();
  await judge(page);
});

test('what is left out says why, and hostile names are shown harmless', async () => {
  const [host] = stage.hosts;
  const answer = await stage.manager.must<{ patches: object[] }>('GET', `/api/v1/hosts/${host?.id}/patches`);
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
  const page = await stage.open(`/hosts/${host?.id}`, {
    prepare: (tab) =>
      tab.route('**/patches', (route) => route.fulfill({ json: { ...answer, patches, total: 2 } })),
  });
  await rows(page).first().getByText('Phased').waitFor();
  assert.match(await rows(page).first().innerText(), /<img src=x onerror=alert\(1\)>⟨U\+202E⟩/);
  await rows(page).first().click();
  await page.getByText('not this host’s turn yet').waitFor();
  await page.getByText('CVE-2026-0001').waitFor();
  await rows(page).nth(1).getByText('Held').waitFor();
  for (const name of ['CVEs', 'Left out because'])
    await page.getByRole('columnheader', { name, exact: true }).first().waitFor();
  assert.equal(await axeEverywhere(page), []);
});

test('ten thousand hosts come by pages, few of them in the document, and typing stays quick', async () => {
  const [example] = stage.hosts;
  const page = await stage.open('/hosts', { prepare: (tab) => routeMany(tab, example ?? {}) });
  await page.getByText('10,000 hosts, 2,500 loaded so far').waitFor();
  await page.getByRole('grid', { name: 'Hosts' }).focus();
  for (let pages = 1; pages < MANY_PAGES; pages += 1) {
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
});

test('who may only read sees no boxes and no actions, and a refused list says so', async () => {
  const page = await stage.open('/hosts', {
    allow: /status of 403/,
    prepare: (tab) => answerAs('reporter', tab),
  });
  await summary(page, `${HOSTS} hosts`).waitFor();
  await rows(page).first().waitFor();
  assert.is(await page.getByRole('checkbox').count(), 0);
  assert.is(await page.getByRole('group', { name: 'Selected hosts' }).count(), 0);
  await page.getByRole('link', { name: stage.hosts[0]?.fqdn ?? '' }).click();
  await page.getByText('12 patches').waitFor();
  assert.is(await page.getByRole('button', { name: 'Refresh now' }).count(), 0);
  assert.is(await page.getByRole('link', { name: /job/i }).and(page.locator('.button')).count(), 0);
  assert.equal(await axeEverywhere(page), []);
  await page.route(/\/api\/v1\/hosts\?/, (route) => route.fulfill(refusal(403, 'FORBIDDEN', 'Not allowed.')));
  await page.getByRole('link', { name: 'Hosts', exact: true }).first().click();
  await page.locator('fm-state[kind=forbidden]').waitFor();
  assert.equal(await axeEverywhere(page), []);
});

test('an answer that fails says what to do, and “Try again” does it', async () => {
  let failures = 1;
  const page = await stage.open('/about', { allow: /status of 500/ });
  await page.route(/\/api\/v1\/hosts\?/, (route) =>
    failures-- > 0 ? route.fulfill(refusal(500, 'INTERNAL_ERROR', 'An error.')) : route.continue(),
  );
  await page.getByRole('link', { name: 'Hosts', exact: true }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await axeEverywhere(page), []);
  await page.getByRole('button', { name: 'Try again' }).click();
  await summary(page, `${HOSTS} hosts`).waitFor();
});

test.run();
