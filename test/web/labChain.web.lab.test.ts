// needs: lab, chromium
// images: deb12-t0
// time-limit: 600
// A patch night of an administrator: in a real browser, over the real manager, on real hosts with real agents.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { closeSecret } from '../support/browserHands.ts';
import {
  launchBrowser,
  openWindow,
  screenshot,
  type Browser,
  type Page,
  type Window,
} from '../support/browser.ts';
import { followFrames, looksSane, runEnrollLine, steps, type Frame } from '../support/browserLab.ts';
import { navLink } from '../support/browserNav.ts';
import { Cable } from '../support/cable.ts';
import { jobHostOf, untilEnded, untilPolled, type FleetHost, type WireJob } from '../support/fleet.ts';
import type { HostProcess } from '../support/hostProcess.ts';
import { controllerAddress, lab, type LabHost } from '../support/lab.ts';
import { ADMIN_PASSWORD, createManager, type ManagerProcess } from '../support/manager.ts';
import { waitFor } from '../support/wait.ts';

const PACKAGES = ['lab-failpost', 'lab-hello', 'lab-sec', 'lab-slow'];
const OLD = ['lab-failpost 1.0 ii', 'lab-hello 1.0 ii', 'lab-sec 1.0-1 ii', 'lab-slow 1.0 ii'];
const NEW = ['lab-failpost 1.1 ii', 'lab-hello 1.1 ii', 'lab-sec 1.0-1+deb12u1 ii', 'lab-slow 1.1 ii'];
/** The new version of lab-failpost is unpacked, and its script failed. */
const BROKEN = NEW.map((row) => row.replace('lab-failpost 1.1 ii', 'lab-failpost 1.1 iF'));
/** Long enough to be cut off and reconnected in the middle, on a busy machine too. */
const SLOW_SECS = 10;
/** The longest name that the contract allows: 253 characters without a place to break. */
const HOSTILE_NAME = `noisy.__proto__.${'constructor-'.repeat(20)}`.slice(0, 252) + 'x';
const HARMLESS_LINE =
  'invoice⟨U+202E⟩fdp.exe ⟨U+2066⟩isolated⟨U+200F⟩ zero⟨U+200B⟩width soft⟨U+00AD⟩hyphen \ufffd\ufffd nulnul bell␇';
/** Enrollment refuses characters that turn text; this one has no width. */
const HOSTILE_SYSTEM = '<img src=x onerror=document.title=1>De\u200bbian';
/** What the browser's console says when the manager is out of reach, and when a password change is due. */
const EXPECTED = /ERR_|WebSocket|status of 403/;

const chain = suite('web: the whole chain on real hosts');
let manager: ManagerProcess;
let cable: Cable;
let browser: Browser;
let window: Window;
let page: Page;
const test = steps(chain, () => page);
/** The line that the empty fleet shows. */
let firstLine: string;
let before: Record<string, string>;
const fleet: Record<string, FleetHost> = {};

/** The versions that dpkg itself reports inside the host, one line for each package. */
async function versionsIn({ lab: host }: FleetHost, names = PACKAGES): Promise<string[]> {
  const format = '${Package} ${Version} ${db:Status-Abbrev}\n';
  const text = await host.run(['dpkg-query', '-W', '-f', format, ...names]);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

async function joined(host: LabHost, agent: HostProcess): Promise<void> {
  await agent.untilListening();
  fleet[host.name] = { lab: host, agent, host: await untilPolled(manager, host) };
}

function at(name: string): FleetHost {
  const found = fleet[name];
  if (!found) throw new Error(`${name} is not in the fleet`);
  return found;
}

const lineShown = async (): Promise<string> => {
  const line = page.getByRole('region', { name: 'enrollment command' });
  await line.waitFor();
  return (await line.innerText()).trim();
};

const jobId = (): string => new URL(page.url()).pathname.split('/').at(-1) ?? '';

/** The rows of the open log, as a person reads them. */
const logLines = (): Promise<string[]> =>
  page
    .getByRole('region', { name: /^Log of/ })
    .locator('.line bdi')
    .allInnerTexts();

/** Asserts that the page got each event of the job once, in order, up to the manager's last one. */
async function assertWhole(frames: readonly Frame[], id: string): Promise<void> {
  const ofJob = ({ kind, data }: Frame): boolean => kind?.startsWith('job.') === true && data.job_id === id;
  const seqs = (): number[] => frames.filter(ofJob).map(({ seq }) => seq ?? 0);
  const last = async (): Promise<boolean> => {
    const { last_seq: lastSeq } = await manager.must<{ last_seq: number }>('GET', `/api/v1/jobs/${id}`);
    return seqs().at(-1) === lastSeq;
  };
  await waitFor(last, { what: 'the last event of the job' });
  const [first = 0, ...rest] = seqs();
  assert.equal(
    rest,
    rest.map((_, index) => first + index + 1),
    'none lost, none twice',
  );
}

async function go(name: string): Promise<void> {
  await (await navLink(page, name)).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

chain.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress, env: { FLEETMEND_ADMIN_PASSWORD: '' } });
  await manager.start();
  cable = await Cable.open({ host: controllerAddress, port: manager.port });
  // The page uses the manager's own address; only the connection leads through the cable.
  const way = `MAP ${controllerAddress}:${manager.port} 127.0.0.1:${cable.port}`;
  browser = await launchBrowser([`--host-resolver-rules=${way}`]);
  window = await openWindow(browser, { allow: EXPECTED });
  window.context.setDefaultTimeout(45_000);
});

chain.after(async () => {
  await browser?.close();
  await cable?.close();
  await manager?.stop();
  await lab.down();
});

test('the first sign-in changes the password that was printed, and an empty fleet shows how to begin', async () => {
  const printed = /first password of 'admin'.*: (\S+)/.exec(manager.output)?.[1] ?? '';
  page = await window.open(manager.url);
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password').fill(printed);
  await page.keyboard.press('Enter');
  await page.getByLabel('New password').fill(ADMIN_PASSWORD);
  await page.getByLabel('Confirm password').fill(ADMIN_PASSWORD);
  await screenshot(page, 'chain-01-password');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Enroll the first host' }).waitFor();
  firstLine = await lineShown();
  assert.match(firstLine, `--manager-url ${manager.url} --ca-fingerprint `);
  await screenshot(page, 'chain-02-empty-fleet');
  await manager.signIn();
});

test('a host that ran the line of the page is approved by its fingerprint, and the fleet notices by itself', async () => {
  const host = await lab.up('web1', '10.77.0.11');
  await host.run(['apt-get', '-qq', 'update']);
  const agent = await runEnrollLine(host, firstLine);
  const [, fingerprint = ''] = await agent.waitForOutput(/"fingerprint":"([^"]+)"/, 60_000);
  await page.getByRole('link', { name: /enrollment request/ }).click();
  const request = page.getByRole('article', { name: 'Request of web1' });
  await request.waitFor();
  assert.is(
    (await request.getByRole('region', { name: 'fingerprint of web1' }).innerText()).trim(),
    fingerprint,
  );
  await request.getByText('10.77.0.11 port 9443').waitFor();
  await screenshot(page, 'chain-03-request');
  await page.getByRole('button', { name: 'Approve: web1' }).click();
  await page.getByText('web1 approved.').waitFor();
  await go('Overview');
  await joined(host, agent);
  await page.getByText(/hosts? missing security patches/).waitFor();
  await screenshot(page, 'chain-04-fleet');
});

test('a token made in the page lets two more hosts in without a question', async () => {
  await go('Enrollments');
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByLabel('Name').fill('Patch night');
  await page.getByLabel('Hosts').fill('2');
  await page.getByRole('button', { name: 'Create token' }).click();
  const line = await lineShown();
  await screenshot(page, 'chain-05-token');
  const enroll = async (name: string, address: string): Promise<void> => {
    const host = await lab.up(name, address);
    await host.run(['apt-get', '-qq', 'update']);
    await joined(host, await runEnrollLine(host, line));
  };
  await closeSecret(page);
  await go('Hosts');
  await Promise.all([enroll('web2', '10.77.0.12'), enroll('db1', '10.77.0.13')]);
  const grid = page.getByRole('grid', { name: 'Hosts' });
  for (const name of ['web1', 'web2', 'db1']) await grid.getByRole('link', { name, exact: true }).waitFor();
  await grid.getByText('Healthy').nth(2).waitFor();
  await screenshot(page, 'chain-06-hosts');
});

test('a patch job over the three hosts is planned, and nothing changed before its approval', async () => {
  for (const name of ['web1', 'web2']) await at(name).lab.writeFile('/etc/lab-ok', '');
  await at('web1').lab.writeFile('/etc/lab-slow', `${SLOW_SECS}\n`);
  for (const name of ['web2', 'db1']) await at(name).lab.writeFile('/etc/lab-slow', '1\n');
  before = await at('db1').lab.dpkgVersions();
  await go('Jobs');
  await page.getByRole('link', { name: 'Create job' }).click();
  await page.getByText('0 hosts selected, 3 shown').waitFor();
  await page.getByLabel('Select all shown').check();
  await page.getByLabel('Only these packages').check();
  await page.getByRole('textbox', { name: /^Packages/ }).fill(PACKAGES.join(' '));
  await page.getByLabel('Job name (optional)').fill('Patch night');
  await screenshot(page, 'chain-07-new-job');
  await page.getByRole('button', { name: 'Plan for 3 hosts' }).click();
  await page.getByText('3 hosts, identical plan').waitFor();
  await page.getByText('lab-sec').first().waitFor();
  await page.getByRole('button', { name: 'Approve and run on 3 hosts' }).waitFor();
  await screenshot(page, 'chain-08-plan');
  for (const name of ['web1', 'web2', 'db1']) assert.equal(await versionsIn(at(name)), OLD, 'only planned');
});

test('the job is watched live; cut off in its middle the page says so, and no event is lost or comes twice', async () => {
  const seen = followFrames(page);
  await page.getByRole('button', { name: 'Approve and run on 3 hosts' }).click();
  await page.getByText('from plan').waitFor();
  const id = jobId();
  await page.getByRole('grid', { name: 'Hosts of the job' }).getByRole('link', { name: 'web1' }).click();
  const log = page.getByRole('region', { name: 'Log of web1' });
  await log.getByText(`slow 0/${SLOW_SECS}`, { exact: true }).waitFor();
  await screenshot(page, 'chain-09-running');
  cable.cut();
  await page.getByText('No connection to the manager since').waitFor();
  const missed = `slow ${SLOW_SECS - 3}/${SLOW_SECS}`;
  await manager.until<{ logs: { text: string }[] }>(
    `/api/v1/jobs/${id}/hosts/${at('web1').host.id}/log?limit=5000`,
    ({ logs }) => logs.some(({ text }) => text.trim() === missed),
  );
  assert.is(await log.getByText(missed, { exact: true }).count(), 0);
  await screenshot(page, 'chain-10-not-live');
  cable.mend();
  await page.getByText('No connection to the manager since').waitFor({ state: 'detached' });
  await page.getByText('2 of 3 hosts completed, 1 failed').waitFor();
  await page.getByText('Partly completed').first().waitFor();
  await log.getByText(`slow ${SLOW_SECS - 1}/${SLOW_SECS}`, { exact: true }).waitFor();
  await page.getByLabel('Search the log').fill('slow ');
  assert.equal(
    (await logLines()).map((line) => line.trim()).filter((line) => /^slow \d/.test(line)),
    Array.from({ length: SLOW_SECS }, (_, index) => `slow ${index}/${SLOW_SECS}`),
  );
  await page.getByLabel('Search the log').fill('');
  await assertWhole(seen, id);
});

test('the host that failed is explained in a sentence with what to do, and dpkg says the same', async () => {
  const job = await manager.must<WireJob>('GET', `/api/v1/jobs/${jobId()}`);
  assert.is(job.state, 'partial');
  await page.getByText('Partly completed').first().waitFor();
  const told = page.getByText(
    'db1: A package script or package-manager hook failed. The postinst script of lab-failpost ended with 3.',
  );
  await told
    .filter({ hasText: 'Repair the package or the hook on the host and retry, or roll back' })
    .first()
    .waitFor();
  await page.getByRole('grid', { name: 'Hosts of the job' }).getByRole('link', { name: 'db1' }).click();
  const panel = page.getByRole('region', { name: 'Host db1' });
  await panel.getByText('The postinst script of lab-failpost ended with 3.').waitFor();
  await panel.getByText('lab-failpost: boom').waitFor();
  await screenshot(page, 'chain-11-failed');
  assert.is(jobHostOf(job, at('db1')).error?.code, 'SCRIPT_FAILED');
  assert.equal(await versionsIn(at('web1')), NEW);
  assert.equal(await versionsIn(at('web2')), NEW);
  assert.equal(await versionsIn(at('db1')), BROKEN);
});

test('rolled back from the page, its verdict seen first, every host stands where it stood before', async () => {
  const id = jobId();
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  const dialog = page.locator('fm-confirm');
  for (const name of ['web1', 'web2', 'db1'])
    await dialog.getByText(`${name}: 4 packages, full rollback`, { exact: true }).waitFor();
  await screenshot(page, 'chain-12-verdict');
  await dialog.getByRole('button', { name: 'Roll back 3 hosts' }).click();
  await page.getByText('rollback of job').waitFor();
  await page.getByText('3 of 3 hosts rolled back', { exact: true }).waitFor();
  await page.getByText('Completed').first().waitFor();
  await screenshot(page, 'chain-13-rolled-back');
  assert.is.not(jobId(), id);
  assert.is((await untilEnded(manager, { id: jobId() })).state, 'completed');
  for (const name of ['web1', 'web2', 'db1']) assert.equal(await versionsIn(at(name)), OLD);
  assert.equal(await at('db1').lab.dpkgVersions(), before, 'every other package too');
});

test('a host whose name, system and output are hostile harms nothing, and looks sane', async () => {
  const host = await lab.up('noisy', '10.77.0.14');
  await host.writeFile('/etc/hosts', `127.0.0.1 localhost\n127.0.1.1 ${HOSTILE_NAME}\n`);
  await host.run(['rm', '/etc/os-release']);
  await host.writeFile('/etc/os-release', `ID=debian\nVERSION_ID="12"\nPRETTY_NAME="${HOSTILE_SYSTEM}"\n`);
  await host.writeFile('/etc/lab-noisy-fails', '');
  await host.run(['dpkg', '-i', '/srv/repo/all/pool/main/lab-noisy_1.0_all.deb']);
  await host.run(['apt-get', '-qq', 'update']);
  const agent = await runEnrollLine(host, firstLine);
  await go('Enrollments');
  const request = page.getByRole('article', { name: `Request of ${HOSTILE_NAME}` });
  await request.getByText('De⟨U+200B⟩bian').waitFor();
  await looksSane(page, 'chain-hostile-request');
  await page.getByRole('button', { name: /^Approve: noisy/ }).click();
  await joined(host, agent);
  await page.goto(`${manager.url}/jobs/new?host=${at('noisy').host.id}&package=lab-noisy`);
  await page.getByRole('button', { name: 'Plan for 1 host' }).click();
  await page.getByRole('button', { name: 'Approve and run on 1 host' }).click();
  await page.getByText('0 of 1 host completed, 1 failed').waitFor({ timeout: 150_000 });
  await page
    .getByRole('grid', { name: 'Hosts of the job' })
    .getByRole('link')
    .click({ position: { x: 9, y: 9 } });
  const search = page.getByLabel('Search the log');
  const found = async (text: string): Promise<string> => {
    await search.fill(text);
    await page.getByText(/^2 lines of \d+ found$/).waitFor();
    return (await logLines())[0] ?? '';
  };
  assert.is(
    await found('<img'),
    '<img src=x onerror="document.title=1"><script>document.title=1</script><b>bold</b> &amp; {{7*7}} ${7*7}',
  );
  await page
    .getByRole('region', { name: /^Log of/ })
    .locator('bdi :is(img, script, b, a)')
    .first()
    .waitFor({ state: 'detached' });
  assert.is(await found('a link'), 'red a link end');
  assert.is(await found('invoice'), HARMLESS_LINE);
  assert.is(await found('100 %'), 'copied 100 %');
  const long = await found('AAAA');
  assert.ok(long.length < 2_100, `${long.length} characters of a line of 1 MB`);
  assert.match(long.slice(-60), /…/);
  await search.fill('');
  await looksSane(page, 'chain-hostile-output');
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  const dialog = page.locator('fm-confirm');
  await dialog.getByText(/^noisy\.__proto__.*: 1 package, partial rollback\. /).waitFor();
  await looksSane(page, 'chain-hostile-verdict');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  assert.not.match(await page.title(), /^1$|new title/);
  assert.equal(await versionsIn(at('noisy'), ['lab-noisy']), ['lab-noisy 1.1 iF']);
});

test('nothing that the pages did was refused, went elsewhere or broke', async () => {
  assert.equal(window.problems, []);
});

chain.run();
