// tier: night
// needs: lab
// images: deb12sd-t0
// time-limit: 1200
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RELEASE_KEY_FILE } from '#agent/update/release.ts';
import { agentPackage } from './support/packages.ts';
import {
  enrollmentToken,
  jobHostOf,
  jobPath,
  untilEnded,
  type WireHost,
  type WireJob,
} from './support/fleet.ts';
import { controllerAddress, lab } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { runOrThrow } from './support/process.ts';
import { waitFor } from './support/wait.ts';
import {
  AGENT_UNIT,
  enrollServiceHost,
  keepServiceHost,
  resetServiceHost,
  type ServiceHost,
} from './support/service.ts';

const test = suite('an agent that the manager updates');
const NEXT = '0.1.1';
let manager: ManagerProcess;
let served: string;
let own: ServiceHost;
/** The host's disk after the enrollment, as a layer. */
let enrolled: string;

/** What the manager serves: this package, under its own name. `changes`: of its line in the manifest. */
async function serve(file: string, changes: object = {}): Promise<void> {
  const name = path.basename(file);
  if (file !== path.join(served, name)) copyFileSync(file, path.join(served, name));
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  const one = {
    name,
    format: 'deb',
    arch: process.arch,
    version: NEXT,
    sizeBytes: statSync(file).size,
    sha256,
  };
  writeFileSync(path.join(served, 'manifest.json'), JSON.stringify({ files: [{ ...one, ...changes }] }));
}

const update = (more: object = {}): Promise<WireJob> =>
  manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'agent_update',
    target: { host_ids: [own.host.id] },
    ...more,
  });

const ended = async (job: WireJob) => jobHostOf(await untilEnded(manager, job, 300_000), own);

const installed = async (): Promise<string> =>
  (
    await own.lab.run([
      'dpkg-query',
      '--show',
      '--showformat',
      '${Version} ${db:Status-Abbrev}',
      'fleetmend-agent',
    ])
  ).trim();

const running = async (): Promise<string> =>
  JSON.parse(await own.lab.run(['fleetmend-agent', 'status', '--json'])).version;

async function logOf(job: WireJob): Promise<string> {
  const { logs } = await manager.must<{ logs: { text: string }[] }>(
    'GET',
    `${jobPath(job)}/hosts/${own.host.id}/log?limit=500`,
  );
  return logs.map(({ text }) => text.trim()).join('\n');
}

test.before(async () => {
  served = mkdtempSync(path.join(tmpdir(), 'fleetmend-served-'));
  await lab.startRepo('t1');
  manager = await createManager({ listen: controllerAddress, env: { FLEETMEND_PACKAGES_DIR: served } });
  await manager.start();
  await manager.signIn();
  own = await enrollServiceHost(manager, await enrollmentToken(manager), 'own', '10.77.0.11', {
    diskSize: '2g',
  });
  enrolled = await keepServiceHost(own.lab);
});

test.before.each(() => resetServiceHost(own.lab, enrolled));

test.after(async () => {
  await manager?.stop();
  await lab.down();
  rmSync(served, { recursive: true, force: true });
});

test('planned, approved and run, it ends with the new agent at work; a rollback brings the old one back', async () => {
  await serve(await agentPackage('deb', NEXT));
  const plan = await update({ dry_run: true });
  const planned = await ended(plan);
  assert.is(planned.state, 'completed', JSON.stringify(planned.error));
  assert.is(await installed(), '0.1.0 ii');
  const run = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: plan.id });
  const done = await ended(run);
  assert.is(done.state, 'completed', `${JSON.stringify(done)}\n${await logOf(run)}`);
  assert.is(await installed(), '0.1.1 ii');
  assert.is(await running(), NEXT);
  const again = await ended(await update());
  assert.equal([again.state, again.reason], ['completed', 'NOTHING_TO_DO']);

  const back = await manager.must<WireJob>('POST', `${jobPath(run)}/rollback`, {});
  assert.is((await ended(back)).state, 'completed', await logOf(back));
  assert.is(await installed(), '0.1.0 ii');
  assert.is(await running(), '0.1.0');
});

/** The next package, with a program of these lines of sh in place of the agent, whose own program lies beside it. */
async function spoilt(lines: string): Promise<string> {
  const tree = path.join(served, 'tree');
  rmSync(tree, { recursive: true, force: true });
  await runOrThrow(['dpkg-deb', '--raw-extract', await agentPackage('deb', NEXT), tree]);
  const program = path.join(tree, 'usr/bin/fleetmend-agent');
  renameSync(program, `${program}.real`);
  writeFileSync(program, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  const file = path.join(served, `fleetmend-agent_${NEXT}_spoilt.deb`);
  await runOrThrow(['dpkg-deb', '-Znone', '--root-owner-group', '--build', tree, file]);
  rmSync(tree, { recursive: true });
  return file;
}

const broken = [
  { what: 'ends at its start', lines: 'echo lab: I am broken >&2; exit 1', said: 'lab: I am broken' },
  { what: 'hangs', lines: 'exec sleep 100000', said: 'does not answer on its status socket' },
  {
    what: 'is not reached by the manager',
    lines: 'exec /usr/bin/fleetmend-agent.real "$@" --port 9555',
    said: 'the manager has not reached it',
  },
];

for (const { what, lines, said } of broken) {
  test(`a new agent that ${what} is put back within two minutes, and the job says so`, async () => {
    await serve(await spoilt(lines));
    const job = await update();
    const found = await ended(job);
    assert.equal(
      [found.state, found.error?.code],
      ['failed', 'AGENT_UPDATE_PUT_BACK'],
      JSON.stringify(found),
    );
    assert.match(found.error?.message ?? '', said);
    assert.equal(found.changes, []);
    assert.is(await installed(), '0.1.0 ii');
    assert.is(await running(), '0.1.0');
    await serve(await agentPackage('deb', NEXT));
    const next = await update();
    assert.is((await ended(next)).state, 'completed', await logOf(next));
    assert.is(await running(), NEXT);
  });
}

test('whatever is not exactly the package of the plan is not installed', async () => {
  const file = await agentPackage('deb', NEXT);
  const refused = async (code: string, said: RegExp | string): Promise<void> => {
    const job = await update();
    const found = await ended(job);
    assert.equal([found.state, found.error?.code], ['failed', code], JSON.stringify(found.error));
    assert.match(found.error?.message ?? '', said);
    assert.is(await installed(), '0.1.0 ii');
  };
  await serve(file, { sha256: '0'.repeat(64) });
  await refused('SIGNATURE_INVALID', 'instead of 0000');
  await serve(file, { sizeBytes: 1000 });
  await refused('SIGNATURE_INVALID', 'is larger than the 1000 bytes of the plan');
  await serve(file, { version: '0.1.2' });
  await refused(
    'SIGNATURE_INVALID',
    'holds fleetmend-agent 0.1.1 for amd64 instead of fleetmend-agent 0.1.2',
  );
  await serve(await agentPackage('deb'), { version: '0.0.9' });
  await refused('CONFLICT', 'An update never goes back');
  await serve(await otherPackage(), {});
  await refused('SIGNATURE_INVALID', 'holds lab-other 0.1.1');
  writeFileSync(path.join(served, 'manifest.json'), '{"files":[]}');
  await refused('NO_AGENT_PACKAGE', /serves no agent as \.deb for (x64|arm64)/);

  await serve(file);
  const plan = await update({ dry_run: true });
  await ended(plan);
  await serve(await spoilt('exit 1'));
  const late = await manager.must<WireJob>('POST', '/api/v1/jobs', { from_plan_job_id: plan.id });
  assert.is((await ended(late)).error?.code, 'PLAN_CHANGED', 'the plan was of another file');
  assert.is(await installed(), '0.1.0 ii');
});

test('an agent with a release key installs what that key has signed, and nothing else', async () => {
  const keys = path.join(served, 'keys');
  mkdirSync(keys, { recursive: true });
  const [ours, theirs] = [path.join(keys, 'ours'), path.join(keys, 'theirs')];
  for (const key of [ours, theirs])
    await runOrThrow(['minisign', '-G', '-f', '-W', '-p', `${key}.pub`, '-s', `${key}.key`]);
  await own.lab.writeFile(RELEASE_KEY_FILE, readFileSync(`${ours}.pub`, 'utf8'));
  const file = await agentPackage('deb', NEXT);
  const signedBy = async (key: string): Promise<string> => {
    const out = path.join(keys, 'signature');
    await runOrThrow(['minisign', '-S', '-s', `${key}.key`, '-m', file, '-x', out]);
    return readFileSync(out, 'utf8');
  };
  for (const [signature, said] of [
    [null, 'has no signature'],
    [await signedBy(theirs), 'another key has signed it'],
    ['untrusted comment: x\nx\n', 'not in the form of minisign'],
  ] as const) {
    await serve(file, { signature });
    const refused = await ended(await update());
    assert.equal([refused.state, refused.error?.code], ['failed', 'SIGNATURE_INVALID']);
    assert.match(refused.error?.message ?? '', said);
    assert.is(await installed(), '0.1.0 ii');
  }
  await serve(file, { signature: await signedBy(ours) });
  const job = await update();
  assert.is((await ended(job)).state, 'completed', await logOf(job));
  assert.is(await installed(), '0.1.1 ii');
  assert.match(await logOf(job), 'signed by the release key');
});

test('an agent that dials is updated as well: its link is what shows that it has come back', async () => {
  await own.lab.run(['sh', '-c', 'echo \'connection = "dial"\' >>/etc/fleetmend/agent.toml']);
  await own.lab.run(['systemctl', 'restart', AGENT_UNIT]);
  const path = `/api/v1/hosts/${own.host.id}`;
  await manager.until<WireHost & { connection: string }>(
    path,
    ({ connection }) => connection === 'dial',
    90_000,
  );
  await serve(await agentPackage('deb', NEXT));
  const job = await update();
  assert.is((await ended(job)).state, 'completed', await logOf(job));
  assert.is(await running(), NEXT);
});

test('a power cut while the new agent is awaited leaves a job that ends with it', async () => {
  await serve(await agentPackage('deb', NEXT));
  const job = await update();
  const isNext = async (): Promise<boolean> =>
    (await own.lab.exec(['dpkg-query', '--show', '--showformat', '${Version}', 'fleetmend-agent'])).stdout ===
    NEXT;
  await waitFor(isNext, { timeoutMs: 60_000, what: 'the new package' });
  await own.lab.cut();
  await own.lab.boot();
  const found = await ended(job);
  assert.is(await running(), NEXT);
  assert.is(await installed(), '0.1.1 ii');
  assert.ok(['completed', 'failed'].includes(found.state), JSON.stringify(found));
});

/** A package of another name, served as if it were the agent. */
async function otherPackage(): Promise<string> {
  const tree = path.join(served, 'tree');
  const control = `Package: lab-other\nVersion: ${NEXT}\nArchitecture: amd64\nMaintainer: lab\nDescription: lab\n`;
  mkdirSync(path.join(tree, 'DEBIAN'), { recursive: true });
  writeFileSync(path.join(tree, 'DEBIAN/control'), control);
  const file = path.join(served, `fleetmend-agent_${NEXT}_other.deb`);
  await runOrThrow(['dpkg-deb', '--root-owner-group', '--build', tree, file]);
  rmSync(tree, { recursive: true });
  return file;
}

test.run();
