// needs: chromium
// time-limit: 300
// The exposure on the screen: CVEs, the order to patch, late patches, exceptions, imported files, and trouble with
// each.
import * as assert from 'uvu/assert';
import { NARROW, screenshot } from '../support/browser.ts';
import { answerAs, judge, refusal, Stage } from '../support/browserStage.ts';
import { waitFor } from '../support/wait.ts';

const stage = new Stage('web: exposure', {
  hosts: 2,
  packages: {
    ...{ installed: 20, patches: 4, security: 2, named: ['openssl', 'curl'] },
    cves: ['CVE-2026-1001', 'CVE-2026-1002'],
  },
});
const { test } = stage;

const counted = async (): Promise<boolean> => {
  const { cves } = await stage.manager.must<{ cves: { hosts_open: number }[] }>(
    'GET',
    '/api/v1/exposure/cves',
  );
  return cves.length === 2 && cves.every(({ hosts_open: hosts }) => hosts === 2);
};

test('a CVE is found, leads to its hosts, and to a new job for them', async () => {
  await waitFor(counted, { timeoutMs: 60_000, what: 'the CVEs of both hosts' });
  const page = await stage.open('/vulnerabilities');
  await page.getByText('2 CVEs', { exact: true }).waitFor();
  await page.getByText(/^Not known: the catalogue/).waitFor();
  await page
    .getByText(/^CISA KEV not imported; EPSS not imported; nothing imported of any distribution\./)
    .waitFor();
  assert.is((await page.getByText('Not known', { exact: true }).count()) > 0, true);
  await judge(page);
  await page.getByRole('searchbox').fill('curl');
  await page.getByText('1 CVE', { exact: true }).waitFor();
  assert.match(page.url(), /search=curl/);
  await page.getByRole('searchbox').fill('nothing-like-it');
  await page.getByText('No CVE fits these filters.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  const link = page.getByRole('link', { name: 'CVE-2026-1001' });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'CVE-2026-1001' }).waitFor();
  for (const { fqdn } of stage.hosts) await page.getByRole('link', { name: fqdn }).waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'New job' }).click();
  await page.waitForURL(/\/jobs\/new\?/);
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.getAll('host').toSorted(), stage.hostIds.toSorted());
  assert.equal(searchParams.getAll('package'), ['openssl']);
});

test('a reporter reads, and is offered no job', async () => {
  const page = await stage.open('/vulnerabilities/CVE-2026-1001', {
    prepare: (tab) => answerAs('reporter', tab),
  });
  await page.getByRole('link', { name: stage.hosts[0]?.fqdn ?? '' }).waitFor();
  assert.is(await page.getByRole('button', { name: 'New job' }).count(), 0);
});

test('an unknown CVE, a failed read and an empty list say so', async () => {
  const page = await stage.open('/vulnerabilities/CVE-1999-0001', { allow: /404|500/ });
  await page.getByText('Loading the CVE failed.').waitFor();
  await page.route(/\/api\/v1\/exposure\/cves\?/, (route) => route.fulfill(refusal(500, 'INTERNAL', 'No.')));
  await page.goto(`${stage.manager.url}/vulnerabilities`);
  await page.getByText('Loading the CVEs failed.').waitFor();
  await page.unroute(/\/api\/v1\/exposure\/cves\?/);
  await page.route(/\/api\/v1\/exposure\/cves\?/, (route) =>
    route.fulfill({ json: { cves: [], total: 0, next_cursor: null } }),
  );
  await page.reload();
  await page.getByText('No open CVE is known.').waitFor();
  await judge(page);
});

const KEV = (day: string, ...cves: string[]): string =>
  JSON.stringify({
    ...{ title: 'CISA Catalog', catalogVersion: day.replaceAll('-', '.'), count: cves.length },
    dateReleased: `${day}T15:00:11.4271Z`,
    vulnerabilities: cves.map((cveID) => ({ cveID, dateAdded: '2026-01-02', dueDate: '2026-01-23' })),
  });
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});

test('files are imported: a wrong one says where, an older one asks, and what they tell is on every page', async () => {
  const page = await stage.open('/exposure-data', { allow: /400|409/ });
  const kev = page.locator('fm-data-set').filter({ hasText: 'CISA KEV' });
  await kev.getByText('Never imported.').waitFor();
  await judge(page);
  const send = async (name: string, text: string): Promise<void> => {
    await kev.locator('input[type=file]').setInputFiles(fileOf(name, text));
    await kev.getByRole('button', { name: 'Import CISA KEV' }).click();
  };
  await kev.getByRole('button', { name: 'Import CISA KEV' }).click();
  await kev.getByText('Choose a file first.').waitFor();
  await send('wrong.json', KEV(dayBefore(1), 'CVE-2026-1001', '<b>no</b>'));
  await kev.getByText(/Entry 2 of the catalogue/).waitFor();
  await send('right.json', KEV(dayBefore(3), 'CVE-2026-1001', 'CVE-2025-0001'));
  await kev.getByText('CISA KEV is imported, with 2 rows.').waitFor();
  await kev.getByText(/[23] days old/).waitFor();
  await kev.getByText('All known CVEs have what it says.').waitFor();
  await send('old.json', KEV(dayBefore(9), 'CVE-2026-1001', 'CVE-2025-0001'));
  await page.getByRole('dialog', { name: 'Take this file for CISA KEV all the same?' }).waitFor();
  const question = page.locator('fm-confirm');
  await question.getByText('old.json').waitFor();
  assert.not.match(await question.getByRole('paragraph').first().innerText(), /older=true/);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await kev.getByText(/[23] days old/).waitFor();
  await judge(page);
  await page.goto(`${stage.manager.url}/vulnerabilities`);
  await page.getByText(/CISA KEV of .* days old.*EPSS not imported/).waitFor();
  await page.getByText('Known to be exploited', { exact: true }).waitFor();
  await page.goto(`${stage.manager.url}/`);
  await page.getByRole('link', { name: /1\s*CVE is open that is known to be exploited/ }).click();
  await page.waitForURL(/vulnerabilities\?exploited=true/);
  await page.getByText('1 CVE', { exact: true }).waitFor();
});

test('fetching by URL is switched on in the settings by keyboard, and what failed is told with its reason', async () => {
  const page = await stage.open('/exposure-data', { allow: /409|ERR_FAILED/ });
  const kev = page.locator('fm-data-source').first();
  await kev.getByText('The manager does not fetch it: that is switched off.').waitFor();
  assert.is(await page.getByRole('button', { name: /^Fetch / }).count(), 0);
  await kev.getByRole('link', { name: 'Switch it on in the settings' }).press('Enter');
  const form = page.getByRole('form', { name: 'Exposure data fetched by URL' });
  const isOn = form.getByRole('switch', { name: 'Fetch CISA KEV' });
  await waitFor(() => isOn.evaluate((it) => it.matches(':focus')), { what: 'the keyboard in the section' });
  await page.keyboard.press('Space');
  const url = form.getByLabel('URL of CISA KEV');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('http://127.0.0.1/kev.json');
  await form.getByText('Enter a URL that begins with https://.').waitFor();
  await page.keyboard.press('Enter');
  assert.is(await url.evaluate((it) => it.matches(':focus')), true, 'what is wrong keeps the keyboard');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('https://127.0.0.1:9/kev.json');
  await judge(page);
  await screenshot(page, 'exposure-fetch-settings');
  await url.press('Enter');
  await form.getByText('Saved.', { exact: true }).waitFor();

  await page.goto(`${stage.manager.url}/exposure-data`);
  const fetchIt = kev.getByRole('button', { name: /^Fetch.* CISA KEV$/ });
  await fetchIt.focus();
  await page.keyboard.press('Enter');
  await kev
    .getByText(/The manager does not call 127\.0\.0\.1: the address leads back to the manager itself\./)
    .waitFor();
  await kev.getByText(/Name a host that is neither the manager itself/).waitFor();
  await kev.getByText('Nothing was fetched.').waitFor();
  assert.is(await fetchIt.evaluate((it) => it.matches(':focus')), true, 'the button keeps the keyboard');
  await page.getByText(/[23] days old/).waitFor();
  await judge(page);
  await screenshot(page, 'exposure-fetch-failed');
});

test('a fetch shows that it is under way, is begun once, and tells of a busy manager and a lost one', async () => {
  const page = await stage.open('/exposure-data', { allow: /409|ERR_FAILED/ });
  const kev = page.locator('fm-data-source').first();
  const fetchIt = kev.getByRole('button', { name: /^Fetch.* CISA KEV$/ });
  await kev.getByText('Nothing was fetched.').waitFor();
  const list = await stage.manager.must<{ sources: object[] }>('GET', '/api/v1/exposure/data-sets');
  const source = {
    ...list.sources.find((one) => (one as { kind: string }).kind === 'kev'),
    last_error: null,
  };
  const tell = async (now: object): Promise<void> => {
    const sources = list.sources.map((one) => ((one as { kind: string }).kind === 'kev' ? now : one));
    await page.unroute('**/api/v1/exposure/data-sets');
    await page.route('**/api/v1/exposure/data-sets', (route) =>
      route.fulfill({ json: { ...list, sources } }),
    );
  };
  let calls = 0;
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await tell(source);
  await page.route('**/data-sets/kev/fetch', async (route) => {
    calls += 1;
    await held;
    await route.fulfill({ json: source });
  });
  await fetchIt.click();
  await kev.getByRole('progressbar', { name: 'Fetch of CISA KEV' }).waitFor();
  await kev.getByText(/It goes on when you leave this page/).waitFor();
  assert.is(await kev.getByText('Nothing was fetched.').count(), 0, 'that was the one before');
  assert.is(await kev.getByText(/does not call 127\.0\.0\.1/).count(), 0);
  await fetchIt.click({ force: true });
  await fetchIt.press('Enter');
  await judge(page);
  await page.setViewportSize(NARROW);
  await screenshot(page, 'exposure-fetch-narrow');
  go();
  await kev.getByText('The newest is here.').waitFor();
  assert.is(calls, 1);
  await page.unroute('**/data-sets/kev/fetch');

  const busy = refusal(409, 'DATA_SET_BUSY', 'Another import of this kind is under way.');
  await page.route('**/data-sets/kev/fetch', (route) => route.fulfill(busy), { times: 1 });
  await tell({ ...source, under_way: true });
  await fetchIt.click();
  await kev.getByText('Another import of this kind is under way').waitFor();
  await kev.getByText(/by somebody else or by the manager itself/).waitFor();
  await tell(source);
  await kev.getByRole('progressbar').waitFor({ state: 'detached' });
  await page.route('**/data-sets/kev/fetch', (route) => route.abort(), { times: 1 });
  await fetchIt.click();
  await kev.getByText('The manager could not be reached.').waitFor();
});

test('the order says why in sentences, and leads to the hosts of a package and to a job for them', async () => {
  const [host] = stage.hosts;
  const page = await stage.open(`/patch-order?host=${host?.id}`);
  await page.getByText(/It mends CVE-2026-1001, which is known to be exploited/).waitFor();
  await page.getByText('One host lacks it.').first().waitFor();
  await page.getByRole('button', { name: /Take away the filter Host/ }).click();
  await page.getByText('2 hosts lack it.').first().waitFor();
  await judge(page);
  await page.getByRole('link', { name: 'openssl' }).click();
  await page.getByRole('heading', { level: 1, name: 'openssl' }).waitFor();
  await page.getByText('2 patches on 2 hosts').waitFor();
  await judge(page);
  await page.goBack();
  await page.getByRole('button', { name: 'New job for curl' }).click();
  await page.waitForURL(/\/jobs\/new\?/);
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.getAll('host').toSorted(), stage.hostIds.toSorted());
  assert.equal(searchParams.getAll('package'), ['curl']);
});

/** A file in the tracker's form; a sentence and a source contain markup, which must never be shown as such. */
const trackerOf = (release: string): string => {
  const open = (more: object = {}) => ({ status: 'open', urgency: 'medium', repositories: {}, ...more });
  const told = (more?: object) => ({ description: '<b>x</b>', releases: { [release]: open(more) } });
  return JSON.stringify({
    openssl: {
      'CVE-2026-2001': told({ nodsa: '<b>Minor</b>', nodsa_reason: '' }),
      'CVE-2026-1001': told(),
    },
    'not-installed-here': { 'CVE-2026-2002': told() },
  });
};

test('what no source mends yet stands apart: on the list, on a CVE of its own, on a host and on the front page', async () => {
  const { hosts } = await stage.manager.must<{ hosts: { os_name: string | null }[] }>('GET', '/api/v1/hosts');
  // The agents of this suite report this machine's system; if it is no Debian there is nothing to show.
  const [, release] = /^Debian GNU\/Linux \S+ \(([a-z]+)\)$/.exec(hosts[0]?.os_name ?? '') ?? [];
  if (release === undefined) return;
  const page = await stage.open('/vulnerabilities?fix=none');
  await page.getByText('No CVE without a fix is known.').waitFor();
  await page.getByText('Not known: no file says it of these hosts').waitFor();
  await judge(page);
  await page.goto(`${stage.manager.url}/exposure-data`);
  const tracker = page.locator('fm-data-set').filter({ hasText: 'Debian' }).first();
  await tracker.locator('input[type=file]').setInputFiles(fileOf('tracker.json', trackerOf(release)));
  await tracker.getByRole('button', { name: /^Import Debian/ }).click();
  await tracker.getByText(/is imported, with 3 rows/).waitFor();
  const known = async (): Promise<boolean> => {
    const { without_fix: without } = await stage.manager.must<{ without_fix: { cves_open: number } | null }>(
      'GET',
      '/api/v1/exposure',
    );
    return without?.cves_open === 2;
  };
  await waitFor(known, { timeoutMs: 120_000, what: 'the CVEs without a fix' });
  await page.goto(`${stage.manager.url}/vulnerabilities`);
  await page.getByText('2 CVEs', { exact: true }).waitFor();
  await page.getByText(/CVEs without a fix are known of 2 hosts, by the imported files/).waitFor();
  await page.locator('dd').getByRole('link', { name: '2', exact: true }).first().click();
  await page.waitForURL(/fix=none/);
  await page.getByText(`openssl in ${release}: too minor for an advisory`).waitFor();
  await judge(page);
  await screenshot(page, 'vulnerabilities-without-fix');
  await page.setViewportSize(NARROW);
  await screenshot(page, 'vulnerabilities-without-fix-narrow');
  await page.getByRole('link', { name: 'CVE-2026-2001' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Hosts without a fix' }).waitFor();
  for (const { fqdn } of stage.hosts) await page.getByRole('link', { name: fqdn }).waitFor();
  assert.is(await page.getByRole('button', { name: 'New job' }).count(), 0, 'there is nothing to patch');
  await judge(page);
  await page.goto(`${stage.manager.url}/vulnerabilities/CVE-2026-1001`);
  await page.getByRole('heading', { level: 2, name: 'Hosts where a patch mends it' }).waitFor();
  await page.getByRole('button', { name: 'New job' }).waitFor();
  await screenshot(page, 'cve-both');
  await page.goto(`${stage.manager.url}/hosts/${stage.hostIds[0]}?tab=exposure`);
  await page.getByRole('heading', { level: 3, name: 'Open CVEs without a fix' }).waitFor();
  await judge(page);
  await screenshot(page, 'host-without-fix');
  await page.goto(`${stage.manager.url}/`);
  await page.getByText('Open CVEs without a fix').waitFor();
  await judge(page);
  await screenshot(page, 'fleet-without-fix');

  await page.goto(`${stage.manager.url}/settings`);
  const section = page.getByRole('form', { name: 'CVEs without a fix' });
  await section.getByRole('textbox').fill('openssl');
  await section.getByRole('textbox').press('Enter');
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Saved.').waitFor();
  await judge(page);
  await page.goto(`${stage.manager.url}/vulnerabilities/CVE-2026-2001`);
  await page.getByText('No host counts as having it.').waitFor();
  await page.getByText(/^2 more hosts are not counted/).waitFor();
  await judge(page);
  await page.goto(`${stage.manager.url}/vulnerabilities?fix=none`);
  await page.getByText(/0 CVEs; 2 more are only in packages that the settings set aside/).waitFor();
  await page.goto(`${stage.manager.url}/hosts/${stage.hostIds[0]}?tab=exposure`);
  await page.getByText(/^2 more CVEs without a fix are not counted/).waitFor();
  await judge(page);
  await screenshot(page, 'host-set-aside');
});

const MARKUP = '<img src=x onerror=alert(1)>';
const LONG = 'python3-a-package-with-a-name-that-nobody-wanted-'.repeat(5);

/** A late patch with a hostile name; the manager's clock cannot be moved, so the answer is faked. */
const latePatch = (more: object): object => ({
  ...{ id: '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e21', host_id: stage.hostIds[0], fqdn: stage.hosts[0]?.fqdn },
  ...{ display_name: MARKUP, package: LONG, arch: 'amd64', severity: 'critical', held: true },
  ...{ current_version: `1:${LONG}`, available_version: MARKUP, standing: 'late', excepted_until: null },
  ...{ since: '2026-01-01T00:00:00.000Z', due_at: '2026-01-08T00:00:00.000Z', over_days: 300 },
  ...more,
});

test('late patches say by how long, of hostile names too; what is not recorded says that it has no due time', async () => {
  const page = await stage.open('/late-patches');
  await page.getByText('No patch is late.').waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'Show all that are pending' }).click();
  await page.waitForURL(/standing=any/);
  await page.getByText('4 patches on 2 hosts').waitFor();
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .nth(1)
    .check();
  await page.getByRole('button', { name: 'New job for the selected' }).click();
  await page.waitForURL(/\/jobs\/new\?/);
  assert.is(new URL(page.url()).searchParams.getAll('host').length, 1);
  const { levels } = await stage.manager.must<{ levels: object }>('GET', '/api/v1/exposure/patches');
  const id = '01939f6a-7c1e-7b1a-9d2e-5f0c8a4b6e22';
  const patches = [
    latePatch({ id, package: 'tar', standing: 'not_recorded', since: null, due_at: null, over_days: null }),
    latePatch({}),
  ];
  await page.route(/\/api\/v1\/exposure\/patches\?/, (route) =>
    route.fulfill({ json: { patches, total: 2, hosts_total: 1, levels, next_cursor: null } }),
  );
  await page.goto(`${stage.manager.url}/late-patches`);
  await page.getByText('by 300 days').waitFor();
  await page.getByText('No due time').waitFor();
  await page.getByText(MARKUP).first().waitFor();
  await judge(page);
  await page.getByRole('button', { name: 'New job for all of these' }).click();
  await page.getByText(/Every one of these packages is held/).waitFor();
  await page.getByRole('link', { name: 'Except tar on' }).click();
  const form = page.locator('fm-new-exception');
  await page.getByRole('dialog', { name: 'New exception' }).waitFor();
  await waitFor(async () => (await form.getByLabel('Host').inputValue()) === stage.hosts[0]?.fqdn);
  assert.is(await form.getByLabel('Package').inputValue(), 'tar');
});

test('an exception is made, tells what keeps it from mattering, and is ended; a refusal and a second click are told', async () => {
  const [host] = stage.hosts;
  const page = await stage.open('/exceptions', { allow: /404|409/ });
  await page.getByText('No package is excepted.').waitFor();
  await page.getByRole('button', { name: 'New exception' }).click();
  const form = page.locator('fm-new-exception');
  const except = form.getByRole('button', { name: 'Except it' });
  await except.click();
  await form.getByText('Say why.').waitFor();
  await judge(page);
  await form.getByLabel('Host').fill('nobody.example.org');
  await form.getByLabel('Package').fill('openssl');
  await form.getByLabel('Reason').fill(MARKUP);
  await except.click();
  await form.getByText('No host that you see is called so.').waitFor();
  await form.getByLabel('Host').fill(host?.fqdn ?? '');
  await form.getByText('This package is not held on the host now').waitFor();
  const limit = refusal(
    409,
    'EXCEPTION_LIMIT_REACHED',
    'The limit of exceptions is reached; end some that are not needed.',
  );
  await page.route('**/api/v1/exposure/exceptions', (route) => route.fulfill(limit), { times: 1 });
  await except.click();
  await form.getByText('End some that are not needed').waitFor();
  await except.click();
  await page.getByText(`openssl on ${host?.fqdn} is excepted.`).first().waitFor();
  await page.getByText('Not held', { exact: true }).waitFor();
  await page.getByText(MARKUP).waitFor();
  await judge(page);
  const { exceptions } = await stage.manager.must<{ exceptions: { id: string }[] }>(
    'GET',
    '/api/v1/exposure/exceptions',
  );
  await page.getByRole('button', { name: /^End the exception of openssl/ }).click();
  await stage.manager.must('DELETE', `/api/v1/exposure/exceptions/${exceptions[0]?.id}`);
  await page.locator('fm-confirm').getByRole('button', { name: 'End the exception' }).click();
  await page
    .getByText(/Somebody else had ended it already/)
    .first()
    .waitFor();
  await page.getByText('No package is excepted.').waitFor();
});

test('a host shows its CVEs and patches; a lost manager leaves them on the screen', async () => {
  const page = await stage.open(`/hosts/${stage.hostIds[0]}?tab=exposure`, {
    allow: /ERR_FAILED|ERR_INTERNET/,
  });
  await page.getByRole('grid', { name: 'CVEs of this host' }).getByText('CVE-2026-1002').waitFor();
  await page.getByText('2 patches on 1 host').waitFor();
  await judge(page);
  await page.getByRole('link', { name: 'Exceptions of this host' }).click();
  await page.getByText('No exception of this host.').waitFor();
  await page.goto(`${stage.manager.url}/patch-order`);
  await page.getByRole('link', { name: 'openssl' }).waitFor();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('button', { name: 'New job for openssl' }).click();
  await page.getByText('The manager could not be reached.').first().waitFor();
  await page.getByRole('link', { name: 'openssl' }).waitFor();
});

test('a reporter reads all of it, and is offered nothing that would be refused', async () => {
  const page = await stage.open('/exposure-data', { prepare: (tab) => answerAs('reporter', tab) });
  await page.getByText('Only administrators import files.').waitFor();
  assert.is(await page.locator('input[type=file]').count(), 0);
  await page.getByText('An administrator can switch it on in the settings.').first().waitFor();
  assert.is(await page.getByRole('button', { name: /^Fetch / }).count(), 0);
  for (const [where, text] of [
    ['/patch-order', 'openssl'],
    ['/late-patches?standing=any', '4 patches on 2 hosts'],
    ['/exceptions?new=1', 'No package is excepted.'],
  ]) {
    await page.goto(`${stage.manager.url}${where}`);
    await page
      .getByText(text ?? '')
      .first()
      .waitFor();
    assert.is(await page.getByRole('button', { name: /New (job|exception)/ }).count(), 0, where);
    assert.is(await page.getByRole('dialog').count(), 0, where);
  }
});

test.run();
