import { Stage } from '../../support/browserStage.ts';
import { untilEnded, type WireJob } from '../../support/fleet.ts';

/** What the suite of jobs plays on. Its tests lie in several files; a manager and a browser of their own would cost. */
export const stage = new Stage('web: jobs', {
  hosts: 3,
  packages: { patches: 6, security: 2 },
  keepsTab: true,
});

/** Starts a job over all hosts, and waits for its end. */
export async function start(body: Record<string, unknown>): Promise<WireJob> {
  const { manager } = stage;
  const target = { host_ids: stage.hostIds };
  const job = await manager.must<WireJob>('POST', '/api/v1/jobs', { operation: 'patch', target, ...body });
  return untilEnded(manager, job);
}

/** What the hosts were patched to before has newer versions now. */
export function offerPatches(available: string): void {
  for (const { backend } of stage.fleet.simulator.agents)
    for (const name of ['sim-0000:all', 'sim-0001:all'])
      backend.ownPackages().set(name, { version: '1.0', available, security: true });
}
