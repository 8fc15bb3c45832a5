// tier: night
// needs: lab
// images: el9-t0, suse-t0, deb12sd
// time-limit: 400
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refreshCommands } from '../agent/packages/testing/labBackend.ts';
import { enrollmentToken, jobHostOf, jobPath, untilEnded, type WireJob } from './support/fleet.ts';
import { controllerAddress, lab, type LabHost } from './support/lab.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { AGENT_UNIT, enrollServiceHost, unitProperty } from './support/service.ts';
import { waitFor } from './support/wait.ts';
import { buildWriterRepo, offerWriter } from './support/writerPackage.ts';

const test = suite('the agent as a sandboxed service on rpm systems');
let manager: ManagerProcess;
let writer: Awaited<ReturnType<typeof buildWriterRepo>>;

test.before(async () => {
  writer = await buildWriterRepo();
  await lab.startRepo('t1', 'rpm');
  manager = await createManager({ listen: controllerAddress });
  await manager.start();
  await manager.signIn();
});

test.after(async () => {
  await manager?.stop();
  await lab.down();
  writer?.remove();
});

const slowFile = '/etc/lab-slow';

/** Makes lab-slow's script wait until it is told how many lines to write. */
const holdScript = (host: LabHost): Promise<string> =>
  host.run(['sh', '-c', `rm -f ${slowFile}; mkfifo ${slowFile}`]);

/** The pid of the process in which lab-slow's script waits, once it runs. */
function heldScript(host: LabHost): Promise<string> {
  // The brackets keep the pattern from matching the command line that carries it.
  const find = async (): Promise<string | null> =>
    (await host.exec(['pgrep', '-f', 'cat /etc/lab-slo[w]'])).stdout.split('\n')[0] || null;
  return waitFor(find, { timeoutMs: 60_000, what: 'the script of lab-slow' });
}

/** The files that lab-writer's script has written on the host. */
async function written(host: LabHost): Promise<string[]> {
  const files = ['/usr/lib/lab-writer', '/boot/lab-writer', '/etc/lab-writer'];
  const texts = await Promise.all(files.map((file) => host.readFile(file)));
  const unit = await Promise.all(
    ['Description', 'ActiveState', 'UnitFileState'].map((name) => unitProperty(host, 'lab-writer', name)),
  );
  return [...texts.map((text) => text.trim()), ...unit];
}

const subjects = [
  { image: 'el9-systemd', address: '10.77.0.11', repos: '/etc/yum.repos.d' },
  { image: 'suse-systemd', address: '10.77.0.12', repos: '/etc/zypp/repos.d' },
] as const;

for (const { image, address, repos } of subjects) {
  test(`${image}: outside of the sandbox scripts write and load units as by hand, over a restart of the agent`, async () => {
    const token = await enrollmentToken(manager);
    const { lab: host, host: wire } = await enrollServiceHost(manager, token, image, address, { image });
    await offerWriter(host, writer.folder, repos);
    await host.run(refreshCommands[image]);
    assert.equal(await written(host), ['1.0', '1.0', '1.0', 'lab writer 1.0', 'active', 'enabled']);
    await holdScript(host);
    const job = await manager.must<WireJob>('POST', '/api/v1/jobs', {
      target: { host_ids: [wire.id] },
      operation: 'patch',
      mode: 'selected',
      packages: [{ name: 'lab-slow' }, { name: 'lab-writer' }],
    });
    const script = await heldScript(host);
    const mountsOf = (pid: string): Promise<string> => host.run(['readlink', `/proc/${pid}/ns/mnt`]);
    const agentPid = await unitProperty(host, AGENT_UNIT, 'MainPID');
    assert.match(await host.readFile(`/proc/${script}/cgroup`), /fleetmend-job-\S+-transaction\.service/);
    assert.is(await mountsOf(script), await mountsOf('1'));
    assert.is.not(await mountsOf(agentPid), await mountsOf('1'), 'the agent itself is in its sandbox');
    await host.run(['systemctl', 'restart', AGENT_UNIT]);
    await host.run(['kill', '-0', script]);
    await host.run(['sh', '-c', `echo 2 >${slowFile}`]);

    const ended = await untilEnded(manager, job);
    const result = jobHostOf(ended, { host: wire });
    assert.is(ended.state, 'completed', JSON.stringify(result.error));
    assert.is(result.attempt, 1);
    assert.is.not(await unitProperty(host, AGENT_UNIT, 'MainPID'), agentPid);
    assert.equal(await written(host), ['1.1', '1.1', '1.1', 'lab writer 1.1', 'active', 'enabled']);
    const { logs } = await manager.must<{ logs: { text: string }[] }>(
      'GET',
      `${jobPath(job)}/hosts/${wire.id}/log?limit=500`,
    );
    const slow = logs.flatMap(({ text }) => /slow \d\/2/.exec(text) ?? []);
    assert.equal(slow, ['slow 0/2', 'slow 1/2'], 'the whole output, once');
    await host.down();
  });
}

test.run();
