/** A job whose package script takes as long as a test wants, and what shows that nothing of it was lost or done twice. */
import * as assert from 'uvu/assert';
import { jobPath, type FleetHost, type WireJob } from './fleet.ts';
import type { ManagerProcess } from './manager.ts';
import { waitFor } from './wait.ts';

/** Patches `lab-slow`, whose script takes the seconds of /etc/lab-slow and says each, and `lab-hello`. */
export const patchSlowly = (manager: ManagerProcess, { host }: FleetHost): Promise<WireJob> =>
  manager.must<WireJob>('POST', '/api/v1/jobs', {
    operation: 'patch',
    mode: 'selected',
    packages: [{ name: 'lab-slow' }, { name: 'lab-hello' }],
    target: { host_ids: [host.id] },
  });

/** Resolves once the slow maintainer script runs. */
export const inTheMiddle = ({ lab }: FleetHost): Promise<unknown> =>
  waitFor(async () => (await lab.exec(['pgrep', '-f', 'lab-slow[.]postinst'])).code === 0, {
    timeoutMs: 60_000,
    what: 'the slow postinst',
  });

/** How often dpkg's own log says that the package was upgraded. */
export async function upgradesOf({ lab }: FleetHost, name: string): Promise<number> {
  const log = await lab.readFile('/var/log/dpkg.log');
  return log.split('\n').filter((line) => line.includes(` upgrade ${name}:all 1.0 1.1`)).length;
}

/** Fails unless both packages were upgraded once, and the job's log has each of the script's `secs` lines once. */
export async function assertWhole(
  manager: ManagerProcess,
  host: FleetHost,
  { job, secs }: { job: WireJob; secs: number },
): Promise<void> {
  assert.equal([await upgradesOf(host, 'lab-slow'), await upgradesOf(host, 'lab-hello')], [1, 1]);
  const { body } = await manager.call<{ logs: { text: string }[] }>(
    'GET',
    `${jobPath(job)}/hosts/${host.host.id}/log?limit=500`,
  );
  const slow = body.logs.map(({ text }) => text.trim()).filter((text) => /^slow \d+\/\d+$/.test(text));
  const all = Array.from({ length: secs }, (_none, index) => `slow ${index}/${secs}`);
  assert.equal(slow, all, 'no line lost, none twice');
}
