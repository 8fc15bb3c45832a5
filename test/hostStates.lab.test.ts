// needs: lab
// images: deb12-t0
// connections: listen, dial (night)
// time-limit: 300
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  agentArgv,
  enrollHost,
  enrollmentToken,
  jobHostOf,
  untilEnded,
  type FleetHost,
  type WireJob,
} from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';

const test = suite('states of a host, from the inside and by what the manager says of it');
let manager: ManagerProcess;
let host: FleetHost;

interface ListedPatch {
  name: string;
  security: boolean | null;
  kept_back_reason: string | null;
  kept_back_message?: string;
}

interface Shown {
  health_status: string;
  patches_total: number | null;
  patches_security: number | null;
  problems: { code: string; message: string }[];
}

test.before(async () => {
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
  host = await enrollHost(manager, await enrollmentToken(manager), 'odd', '10.77.0.11', {
    env: { FLEETMEND_AGENT_SCRIPT_TIME_LIMIT_SECS: '10' },
  });
});

test.after(async () => {
  await manager.stop();
  await lab.down();
});

/**
 * What the manager says of the host once it is as `isThere` wants it. It is asked to look now and then: a refresh that is
 * still under way from before would answer for the one that is wanted.
 */
async function shownWhen(isThere: (shown: Shown) => boolean): Promise<Shown> {
  const path = `/api/v1/hosts/${host.host.id}`;
  for (let again = 1; ; again += 1) {
    await manager.call('POST', `${path}/refresh`);
    const seen = await manager.until<Shown>(path, isThere, 15_000).catch((error: unknown) => error);
    if (!(seen instanceof Error)) return seen as Shown;
    if (again === 6) throw seen;
  }
}

const codesOf = ({ problems }: Shown): string[] => problems.map(({ code }) => code);

async function job(packages: string[]): Promise<ReturnType<typeof jobHostOf>> {
  const made = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: packages.map((name) => ({ name })),
    target: { host_ids: [host.host.id] },
  });
  return jobHostOf(await untilEnded(manager, made), host);
}

/** `fleetmend-agent status` as a person runs it on the host. */
async function statusInside(): Promise<{ code: number; text: string }> {
  const { code, stdout } = await host.lab.exec([...(await agentArgv()), 'status']);
  return { code, text: stdout };
}

const UNREADABLE: readonly (readonly [file: string, text: string, words: RegExp])[] = [
  ['/etc/apt/apt.conf.d/99x', 'APT::Default-Release "gone";\n', /gone/],
  ['/etc/apt/preferences.d/half', 'Package lab\n', /preferences\.d\/half/],
];

for (const [file, text, words] of UNREADABLE) {
  test(`lists that apt cannot read for ${file}: a problem with apt's words, unknown counts, and no retries`, async () => {
    const before = await shownWhen(({ health_status: status }) => status === 'healthy');
    assert.type(before.patches_total, 'number');
    await host.lab.writeFile(file, text);
    const shown = await shownWhen(
      (now) => codesOf(now).includes('LISTS_UNREADABLE') && now.patches_total === null,
    );
    assert.equal([shown.health_status, shown.patches_security], ['degraded', null]);
    const problem = shown.problems.find(({ code }) => code === 'LISTS_UNREADABLE');
    assert.match(problem?.message ?? '', words);
    const inside = await statusInside();
    assert.is.not(inside.code, 0);
    assert.match(inside.text, words);
    const { state, attempt, error } = await job(['lab-hello']);
    assert.equal([state, attempt, error?.code], ['failed', 1, 'LISTS_UNREADABLE']);
    assert.match(error?.message ?? '', words);
    await host.lab.run(['rm', file]);
    const after = await shownWhen(({ health_status: status }) => status === 'healthy');
    assert.equal([after.problems, after.patches_total], [[], before.patches_total]);
    assert.is((await statusInside()).code, 0);
  });
}

const listed = async (): Promise<{ patches: ListedPatch[]; security_total: number | null }> =>
  manager.must('GET', `/api/v1/hosts/${host.host.id}/patches`);

/** How many hosts the compliance report calls compliant, and how many unknown; there is one host. */
async function compliance(): Promise<unknown[]> {
  const { figures } = await manager.must<{ figures: { key: string; value: unknown }[] }>(
    'GET',
    '/api/v1/reports/compliance/figures',
  );
  return ['compliant', 'unknown'].map((key) => figures.find((one) => one.key === key)?.value);
}

async function securityJob(): Promise<ReturnType<typeof jobHostOf>> {
  const made = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'security',
    dry_run: true,
    target: { host_ids: [host.host.id] },
  });
  return jobHostOf(await untilEnded(manager, made), host);
}

test('security updates that a pin suppresses: missing, kept back with file and priority, and a problem', async () => {
  await lab.publish('all');
  const free = await shownWhen(({ patches_security: count }) => (count ?? 0) >= 3);
  const file = '/etc/apt/preferences.d/admin';
  await host.lab.writeFile(file, 'Package: *\nPin: release l=Debian-Security\nPin-Priority: -1\n');
  const shown = await shownWhen((now) => codesOf(now).includes('SECURITY_PINNED'));
  assert.equal([shown.health_status, shown.patches_security], ['degraded', free.patches_security]);
  const said = /priority -1.*\/etc\/apt\/preferences\.d\/admin/;
  assert.match(shown.problems.find(({ code }) => code === 'SECURITY_PINNED')?.message ?? '', said);
  const inside = await statusInside();
  assert.is.not(inside.code, 0);
  assert.match(inside.text.replace(/\s+/g, ' '), said);
  const sec = (await listed()).patches.find(({ name }) => name === 'lab-sec');
  assert.equal([sec?.security, sec?.kept_back_reason], [true, 'PINNED']);
  assert.match(sec?.kept_back_message ?? '', said);
  const { state, reason, plan } = await securityJob();
  assert.equal([state, reason], ['completed', 'SECURITY_PINNED']);
  assert.match(plan?.kept_back.find(({ name }) => name === 'lab-sec')?.message ?? '', said);
  await host.lab.run(['rm', file]);
  await shownWhen(({ health_status: status }) => status === 'healthy');
});

test('security that no source tells of: unknown in list, counts and compliance, and a job that says so', async () => {
  const without = 's/^deb .*bookworm-security/#&/';
  await host.lab.run(['sh', '-c', `sed -i '${without}' /etc/apt/sources.list && apt-get -qq update`]);
  const shown = await shownWhen((now) => now.patches_total !== null && now.patches_security === null);
  assert.ok((shown.patches_total ?? 0) > 5);
  const list = await listed();
  assert.equal(
    [list.security_total, [...new Set(list.patches.map(({ security }) => security))]],
    [null, [null]],
  );
  assert.equal(await compliance(), [0, 1]);
  const { state, reason, plan } = await securityJob();
  assert.equal([state, reason], ['completed', 'SECURITY_UNKNOWN']);
  assert.is(plan?.kept_back.length, shown.patches_total);
  await host.lab.run(['sh', '-c', "sed -i 's/^#deb/deb/' /etc/apt/sources.list && apt-get -qq update"]);
  await shownWhen((now) => now.patches_security !== null);
});

test('a script that hangs is ended, and the half configured package is a problem of the host until it is mended', async () => {
  await host.lab.writeFile('/etc/lab-slow', '100000\n');
  const { state, error } = await job(['lab-slow']);
  assert.equal([state, error?.code], ['failed', 'TIMED_OUT']);
  const shown = await shownWhen((now) => now.problems.length > 0);
  assert.equal([shown.health_status, codesOf(shown)], ['degraded', ['PACKAGES_BROKEN']]);
  assert.match(shown.problems[0]?.message ?? '', /lab-slow/);
  await host.lab.writeFile('/etc/lab-slow', '0\n');
  const next = await job(['lab-hello']);
  assert.is(next.state, 'completed');
  assert.equal((await shownWhen(({ health_status: status }) => status === 'healthy')).problems, []);
});

test('a dependency that somebody broke: a problem by its names, jobs that say so, and a repair that is planned and approved', async () => {
  await host.lab.run(['dpkg', '--force-depends', '--remove', 'lab-base']);
  const shown = await shownWhen((now) => codesOf(now).includes('DEPENDENCIES_BROKEN'));
  assert.is(shown.health_status, 'degraded');
  assert.match(shown.problems[0]?.message ?? '', /lab-lib needs lab-base \(>= 1\.0\)/);
  const blocked = await job(['lab-conf']);
  assert.equal([blocked.state, blocked.attempt, blocked.error?.code], ['failed', 1, 'DEPENDENCIES_BROKEN']);
  const plan = await manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'repair',
    dry_run: true,
    target: { host_ids: [host.host.id] },
  });
  const planned = jobHostOf(await untilEnded(manager, plan), host);
  assert.ok(planned.plan?.install.some(({ name }) => name === 'lab-base'));
  const run = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: plan.id });
  assert.is(jobHostOf(await untilEnded(manager, run), host).state, 'completed');
  assert.equal((await shownWhen(({ health_status: status }) => status === 'healthy')).problems, []);
  assert.is((await job(['lab-conf'])).state, 'completed');
});

test('a data directory that turned read-only is a problem before any job fails for it', async () => {
  const folder = '/var/lib/fleetmend-agent';
  await host.lab.run(['sh', '-c', `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder}`]);
  const shown = await shownWhen((now) => codesOf(now).includes('READ_ONLY'));
  assert.is(shown.health_status, 'degraded');
  assert.match(shown.problems.find(({ code }) => code === 'READ_ONLY')?.message ?? '', folder);
  await host.lab.run(['umount', folder]);
  assert.equal((await shownWhen(({ health_status: status }) => status === 'healthy')).problems, []);
});

test('a system without a package manager that the agent knows: it ends for good, with one sentence', async () => {
  await host.lab.run(['mv', '/usr/bin/apt-get', '/usr/bin/apt-get.away']);
  const env = { FLEETMEND_AGENT_DATA_DIR: '/var/lib/other-agent', FLEETMEND_AGENT_PORT: '9444' };
  const { code, stderr } = await host.lab.exec(await agentArgv(), { env });
  await host.lab.run(['mv', '/usr/bin/apt-get.away', '/usr/bin/apt-get']);
  assert.is(code, 78, 'the unit does not start it again');
  assert.match(stderr, /Debian GNU\/Linux 12 \(bookworm\) has no package manager that the agent knows/);
  assert.is(stderr.trim().split('\n').length, 1);
});

test.run();
