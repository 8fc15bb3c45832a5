// tier: night
// needs: lab, mariadb, faketime, chromium
// images: deb12-t0, deb12sd-t0
// time-limit: 900
// Twenty real hosts. First a policy runs there in waves, halts, and a person rolls it back in a browser. Then one
// approved plan, and all that can go wrong in a night: locks, full disks, dead repositories, power cuts, killed agents,
// pulled cables, and both managers killed in the middle. Checked by dpkg inside each host.
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchBrowser, openWindow, screenshot, signIn } from '../support/browser.ts';
import {
  jobHostOf,
  jobPath,
  startAgent,
  untilEnded,
  type FleetHost,
  type WireJob,
  type WireJobHost,
} from '../support/fleet.ts';
import type { HostProcess } from '../support/hostProcess.ts';
import { lab, type UpOptions } from '../support/lab.ts';
import { ADMIN_PASSWORD, type ManagerProcess } from '../support/manager.ts';
import { runOrThrow } from '../support/process.ts';
import {
  dpkgOf,
  enrollAll,
  holdUp,
  letGo,
  ManagerPair,
  powerOn,
  untilInTheMiddle,
} from '../support/patchNight.ts';
import { AFTER, BEFORE, WaveNight } from '../support/waveNight.ts';

const PACKAGES = ['lab-conf', 'lab-failpost', 'lab-hello', 'lab-sec', 'lab-slow'];
const OLD = {
  'lab-conf': 'ii 1.0',
  'lab-failpost': 'ii 1.0',
  'lab-hello': 'ii 1.0',
  'lab-sec': 'ii 1.0-1',
  'lab-slow': 'ii 1.0',
};
const NEW = {
  'lab-conf': 'ii 1.1',
  'lab-failpost': 'ii 1.1',
  'lab-hello': 'ii 1.1',
  'lab-sec': 'ii 1.0-1+deb12u1',
  'lab-slow': 'ii 1.1',
};

interface Fate {
  state: string;
  /** How many attempts it takes; how often a host is tried while its trouble lasts depends on timing. */
  attempts: 'one' | 'several' | 'some';
  code: string | null;
  dpkg: Record<string, string>;
}
const done: Fate = { state: 'completed', attempts: 'one', code: null, dpkg: NEW };
const doneLater: Fate = { ...done, attempts: 'several' };

/** What happens to each host, by its name, and how it must end. */
const FATES: Readonly<Record<string, Fate>> = {
  'fine-1': done,
  'fine-2': done,
  'fine-3': done,
  'fine-4': done,
  'locked-1': doneLater,
  'locked-2': doneLater,
  'full-for-a-while': doneLater,
  'full-for-ever': { state: 'failed', attempts: 'several', code: 'JOB_CREATE_ERROR', dpkg: OLD },
  'dead-repository': doneLater,
  'dead-third-party': done,
  'cut-1': doneLater,
  'cut-2': doneLater,
  'cut-3': doneLater,
  'killed-1': done,
  'killed-2': done,
  'unplugged-1': done,
  'unplugged-2': done,
  // Whether the host got the call may be unknown until it is asked.
  away: { ...done, attempts: 'some' },
  'failing-script': { state: 'rolled_back', attempts: 'one', code: 'SCRIPT_FAILED', dpkg: OLD },
  'changed-by-hand': {
    state: 'failed',
    attempts: 'one',
    code: 'PLAN_CHANGED',
    dpkg: { ...OLD, 'lab-hello': 'ii 1.1' },
  },
};
const NAMES = Object.keys(FATES);
/**
 * What the job says of a host whose cable is out: the call may have arrived by a connection from before, or, if a poll
 * has found that one dead before the call was made, it cannot have.
 */
const MISSED = ['CONTACT_LOST', 'HOST_UNREACHABLE'];
const SMALL = ['full-for-a-while', 'full-for-ever'];
/** The hosts whose service is checked: one of each wave. */
const WATCHED = { canary: 'fine-1', broken: 'changed-by-hand', last: 'fine-2' };

const test = suite('a patch night over twenty hosts');
let pair: ManagerPair;
let fleet: Map<string, FleetHost>;

const host = (name: string): FleetHost => {
  const found = fleet.get(name);
  if (!found) throw new Error(`there is no host ${name}`);
  return found;
};
const like = (prefix: string): FleetHost[] => NAMES.filter((name) => name.startsWith(`${prefix}-`)).map(host);
const each = <T>(hosts: readonly FleetHost[], work: (one: FleetHost) => Promise<T>): Promise<T[]> =>
  Promise.all(hosts.map(work));
const sources = ({ lab: inside }: FleetHost, edit: string): Promise<string> =>
  inside.run([
    'sh',
    '-c',
    `sed -i '${edit}' /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true`,
  ]);

test.before(() =>
  prepare().catch((error: unknown) => {
    console.error(error); // the runner of tests says nothing of a set-up that failed
    throw error;
  }),
);

function upOptionsOf(name: string): UpOptions {
  if (Object.values(WATCHED).includes(name)) return { image: 'debian12-systemd' };
  return SMALL.includes(name) ? { diskSize: '96m' } : {};
}

async function prepare(): Promise<void> {
  await lab.startRepo('t1');
  pair = await ManagerPair.start(process.env['TEST_FAKETIME_LIB'] ?? '');
  fleet = await enrollAll(pair.managers[0], NAMES, upOptionsOf);
  for (const one of fleet.values()) {
    if (one.lab.name !== 'failing-script') await one.lab.writeFile('/etc/lab-ok', '');
    await one.lab.writeFile('/etc/lab-slow', '0\n');
  }
}

test.after(async () => {
  await pair.stop();
  await lab.down();
});

test('a policy runs by itself in three waves and halts where a host does badly; a person brings that wave alone back', async () => {
  const { managers } = pair;
  const night = await WaveNight.prepare({
    managers,
    fleet,
    ...WATCHED,
    clock: pair.clock,
  });
  try {
    const job = await night.fire();
    const [first, second, third] = night.wavesOf(job);
    assert.equal([first, second?.length, third?.length], [[WATCHED.canary], 6, 13]);
    assert.ok(second?.includes(WATCHED.broken) && third?.includes(WATCHED.last), String(second));
    const halted = await night.untilHalted(job);
    assert.equal(
      [halted.reason, halted.counts.completed, halted.counts.failed, halted.counts.pending],
      ['FAILURE_BUDGET_USED', 6, 1, 13],
    );
    assert.is(
      jobHostOf(halted as unknown as WireJob, host(WATCHED.broken)).error?.code,
      'HEALTH_CHECK_FAILED',
    );
    assert.is(await night.serviceOf(WATCHED.broken), 'failed');
    const rollback = await night.untilEnded({ id: await rollBackOnPage(managers[0], job) });
    const ended = await night.untilEnded(job);
    assert.equal([rollback.state, rollback.counts.completed], ['completed', 6]);
    assert.equal([ended.state, ended.counts.skipped], ['partial', 13]);
    assert.is(await night.serviceOf(WATCHED.broken), 'active');
    const standings = await night.standings();
    const wanted = (name: string) => {
      if (first?.includes(name)) return { versions: AFTER, upgrades: 4, downgrades: 0 };
      const changes = second?.includes(name) ? 4 : 0;
      return { versions: BEFORE, upgrades: changes, downgrades: changes };
    };
    for (const name of NAMES) assert.equal(standings[name], wanted(name), name);
    await night.assertTold([
      ['Decision required: Patch night is paused', 'job.paused', job.id],
      ['Failed on 1 host: Patch night', 'job.failed', job.id],
      ['Completed: Rollback of Patch night', 'job.completed', rollback.id],
    ]);
  } finally {
    await night.stop();
  }
});

test('every host ends as it should, and dpkg says so', async () => {
  await sources(host('dead-third-party'), '/ vendor /s,10.77.0.1:8080,10.77.0.1:9,');
  await host('dead-third-party').lab.run(['sh', '-c', 'rm -f /var/lib/apt/lists/*_vendor_*']);
  const plan = await planned(pair.managers[0]);
  const locks = await prepareTroubles();

  const run = await pair.managers[1].must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: plan.id });
  await each([...like('cut'), ...like('killed'), ...like('unplugged')], untilInTheMiddle);
  await Promise.all([
    ...like('cut').map((one) => one.lab.cut()),
    ...like('killed').map((one) => one.agent.kill()),
    ...like('unplugged').map((one) => one.lab.unplug()),
  ]);
  await pair.killAndRestart();
  const [manager] = pair.managers;
  await each(like('cut'), (one) => powerOn(one, manager));
  await each(like('killed'), async (one) => {
    one.agent = await startAgent(one.lab, manager, null);
  });
  await each([...like('killed'), ...like('unplugged')], letGo);
  await each(like('unplugged'), (one) => one.lab.plug());

  await manager.until<WireJob>(jobPath(run), isStuck, 180_000);
  await mendTroubles(locks);
  judge(await untilAllRetried(run));
  for (const [name, fate] of Object.entries(FATES))
    assert.equal(await dpkgOf(host(name), PACKAGES), fate.dpkg, name);
  assert.equal(await each(NAMES.map(host), upgradesOfHello), NAMES.map(expectedUpgrades));
});

/** Does what a person does in a browser, and checks what they see; returns the id of the rollback. */
async function rollBackOnPage({ url }: ManagerProcess, job: { id: string }): Promise<string> {
  const browser = await launchBrowser();
  try {
    const window = await openWindow(browser);
    window.context.setDefaultTimeout(45_000);
    const page = await window.open(url);
    await signIn(page, 'admin', ADMIN_PASSWORD);
    await page.goto(`${url}/jobs/${job.id}`);
    const waves = page.getByRole('region', { name: 'Waves' });
    for (const text of ['Passed', 'Halted', '1 failure, none allowed']) await waves.getByText(text).waitFor();
    const decide = page.getByRole('region', { name: 'Decision' });
    await decide.getByText('Wave 2 exceeded its failure threshold').waitFor();
    await screenshot(page, 'night-halted');
    await page.getByRole('button', { name: 'Roll back this wave' }).click();
    await page.getByRole('button', { name: 'Roll back 6 hosts' }).click();
    await page.getByText('rollback of job').waitFor();
    await page.getByText('6 of 6 hosts rolled back').waitFor();
    assert.equal(window.problems, []);
    return new URL(page.url()).pathname.split('/').at(-1) ?? '';
  } finally {
    await browser.close();
  }
}

/** Whether every host that will need another attempt has failed once, and the one that is away is missed. */
function isStuck(job: WireJob): boolean {
  return NAMES.every((name) => {
    const { attempt, error, reason } = jobHostOf(job, host(name));
    if (name === 'away') return reason !== null && MISSED.includes(reason);
    return FATES[name]?.attempts !== 'several' || attempt > 1 || error !== null;
  });
}

/** Moves the clocks past the pauses between attempts: 1, 5 and 30 minutes. Fails with the state of each host. */
async function untilAllRetried(run: WireJob): Promise<WireJob> {
  const [manager] = pair.managers;
  for (const secs of [75, 325, 2_000]) {
    pair.clock.advance(secs);
    await manager.signIn(); // an access token lives for 15 minutes
    const ended = await untilEnded(manager, run, 60_000).catch(() => null);
    if (ended) return ended;
  }
  const job = await manager.must<WireJob>('GET', jobPath(run));
  throw new Error(`the job has not ended:\n${job.hosts.map(stateOf).join('\n')}`);
}

function stateOf({ fqdn, state, reason, attempt, error, message }: WireJobHost): string {
  return `${fqdn}: ${state}, ${reason}, attempt ${attempt}, ${error?.code ?? 'no error'}, ${message}`;
}

async function planned(manager: ManagerProcess): Promise<WireJob> {
  const plan = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: PACKAGES.map((name) => ({ name })),
    target: { host_ids: [...fleet.values()].map((one) => one.host.id) },
    dry_run: true,
    rollback_on_failure: true,
  });
  const ended = await untilEnded(manager, plan, 180_000);
  assert.equal(
    ended.hosts.filter(({ plan_hash }) => plan_hash === null).map(({ fqdn, error }) => [fqdn, error]),
    [],
    'every host has a plan',
  );
  return ended;
}

/** Causes the troubles that exist when the plan is approved. */
async function prepareTroubles(): Promise<HostProcess[]> {
  await each([...like('cut'), ...like('killed'), ...like('unplugged')], holdUp);
  await each(like('full'), ({ lab: inside }) =>
    inside.run(['sh', '-c', 'dd if=/dev/zero of=/var/filler bs=4k 2>/dev/null; true']),
  );
  await refuseRepository(host('dead-repository'));
  await host('dead-repository').lab.run(['apt-get', 'clean']);
  await host('changed-by-hand').lab.run(['apt-get', '-y', '-qq', 'install', 'lab-hello']);
  await host('away').lab.unplug();
  return each(like('locked'), ({ lab: inside }) => inside.holdDpkgLock());
}

/** Makes the package server unreachable for this one host. */
async function refuseRepository({ lab: inside }: FleetHost): Promise<void> {
  await runOrThrow(['nft', 'add', 'table', 'inet', 'night']);
  await runOrThrow(['nft', 'add', 'chain', 'inet', 'night', 'in', '{ type filter hook input priority 0; }']);
  const from = ['ip', 'saddr', inside.address, 'tcp', 'dport', '8080'];
  await runOrThrow(['nft', 'add', 'rule', 'inet', 'night', 'in', ...from, 'reject', 'with', 'tcp', 'reset']);
}

const allowRepository = (): Promise<string> => runOrThrow(['nft', 'delete', 'table', 'inet', 'night']);

async function mendTroubles(locks: readonly HostProcess[]): Promise<void> {
  await Promise.all(locks.map((lock) => lock.kill()));
  await host('full-for-a-while').lab.run(['rm', '/var/filler']);
  await allowRepository();
  await host('away').lab.plug();
}

function judge(ended: WireJob): void {
  const line = (name: string, state: string, attempts: string, code: string | null): string =>
    `${name}: ${state} after ${attempts}, ${code ?? 'no error'}`;
  const told = Object.entries(FATES).map(([name, { attempts }]) => {
    const { state, attempt, error } = jobHostOf(ended, host(name));
    const seen = attempts === 'some' ? 'some' : attempt === 1 ? 'one' : 'several';
    return line(name, state, seen, error?.code ?? null);
  });
  const wanted = Object.entries(FATES).map(([name, { state, attempts, code }]) =>
    line(name, state, attempts, code),
  );
  assert.equal(told, wanted);
  assert.is(ended.state, 'partial');
}

/** How often dpkg's own log says that lab-hello was upgraded: no change is made twice. */
async function upgradesOfHello({ lab: inside }: FleetHost): Promise<number> {
  const log = await inside.readFile('/var/log/dpkg.log');
  return log.split('\n').filter((line) => line.includes(' upgrade lab-hello:all 1.0 1.1')).length;
}

const expectedUpgrades = (name: string): number => (name === 'full-for-ever' ? 0 : 1);

test.run();
