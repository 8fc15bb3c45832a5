// tier: night
// needs: lab, squid
// images: deb12sd-t0
// time-limit: 1500
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RELEASE_KEY_FILE } from '#agent/update/release.ts';
import {
  installedAgent,
  logOf as agentLogOf,
  NEXT,
  runningAgent,
  serveAgent,
  updateAgent,
} from './support/agentUpdates.ts';
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
import { createSquid, openWall, wallOff } from './support/squid.ts';
import { waitFor } from './support/wait.ts';
import {
  AGENT_UNIT,
  enrollServiceHost,
  keepServiceHost,
  resetServiceHost,
  type ServiceHost,
} from './support/service.ts';

const test = suite('an agent that the manager updates');
let manager: ManagerProcess;
let served: string;
let own: ServiceHost;
/** The host's disk after the enrollment, as a layer. */
let enrolled: string;

const serve = (file: string, changes: object = {}): void => serveAgent(served, file, changes);
const update = (more: object = {}): Promise<WireJob> => updateAgent(manager, own, more);
const ended = async (job: WireJob) => jobHostOf(await untilEnded(manager, job, 300_000), own);

const installed = (): Promise<string> => installedAgent(own);
const running = (): Promise<string> => runningAgent(own);
const logOf = (job: WireJob): Promise<string> => agentLogOf(manager, job, own);

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
  serve(await agentPackage('deb', NEXT));
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
    serve(await spoilt(lines));
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
    serve(await agentPackage('deb', NEXT));
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
  serve(file, { sha256: '0'.repeat(64) });
  await refused('SIGNATURE_INVALID', 'instead of 0000');
  serve(file, { sizeBytes: 1000 });
  await refused('SIGNATURE_INVALID', 'is larger than the 1000 bytes of the plan');
  serve(file, { version: '0.1.2' });
  await refused(
    'SIGNATURE_INVALID',
    'holds fleetmend-agent 0.1.1 for amd64 instead of fleetmend-agent 0.1.2',
  );
  serve(await agentPackage('deb'), { version: '0.0.9' });
  await refused('CONFLICT', 'An update never goes back');
  serve(await otherPackage(), {});
  await refused('SIGNATURE_INVALID', 'holds lab-other 0.1.1');
  writeFileSync(path.join(served, 'manifest.json'), '{"files":[]}');
  await refused('NO_AGENT_PACKAGE', /serves no agent as \.deb for (x64|arm64)/);

  serve(file);
  const plan = await update({ dry_run: true });
  await ended(plan);
  serve(await spoilt('exit 1'));
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
    serve(file, { signature });
    const refused = await ended(await update());
    assert.equal([refused.state, refused.error?.code], ['failed', 'SIGNATURE_INVALID']);
    assert.match(refused.error?.message ?? '', said);
    assert.is(await installed(), '0.1.0 ii');
  }
  serve(file, { signature: await signedBy(ours) });
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
  serve(await agentPackage('deb', NEXT));
  const job = await update();
  assert.is((await ended(job)).state, 'completed', await logOf(job));
  assert.is(await running(), NEXT);
});

test('behind a proxy that dies in the middle of the download, only the rest is fetched after it', async () => {
  const squid = await createSquid();
  try {
    // Half of a package of some 100 MB takes a few seconds.
    const slow = ['delay_pools 1', 'delay_class 1 1', 'delay_parameters 1 12000000/12000000'];
    await squid.start({ settings: [...slow, 'delay_access 1 allow all'] });
    await wallOff();
    const lines = `connection = "dial"\nhttps_proxy = "${squid.url()}"\n`;
    const file = '/etc/fleetmend/agent.toml';
    await own.lab.writeFile(file, `${await own.lab.readFile(file)}${lines}`, '600');
    await own.lab.run(['systemctl', 'restart', AGENT_UNIT]);
    const isUp = (host: WireHost & { connection: string }): boolean =>
      host.connection === 'dial' && host.connected_since !== null;
    await manager.until(`/api/v1/hosts/${own.host.id}`, isUp, 90_000);
    serve(await agentPackage('deb', NEXT));
    const job = await update();
    const incoming = '/var/lib/fleetmend-agent/agent-packages/new-*';
    const isHalf = async (): Promise<boolean> => {
      const { stdout } = await own.lab.exec(['sh', '-c', `stat -c %s ${incoming}`]);
      return Number(stdout) > 20_000_000;
    };
    await waitFor(isHalf, { timeoutMs: 60_000, everyMs: 50, what: 'a part of the package' });
    await squid.kill();
    await squid.start();
    assert.is((await ended(job)).state, 'completed', await logOf(job));
    assert.is(await running(), NEXT);
    assert.match(await logOf(job), /\d{8} of \d+ bytes are here; fetching the rest/);
  } finally {
    await openWall();
    await squid.end();
  }
});

test('a power cut while the new agent is awaited leaves a job that ends with it', async () => {
  serve(await agentPackage('deb', NEXT));
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
