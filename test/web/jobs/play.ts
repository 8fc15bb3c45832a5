import { Stage } from '../../support/browserStage.ts';
import { untilEnded, type WireJob } from '../../support/fleet.ts';

/** The manager and browser of the suite of jobs, shared because its tests lie in several files. */
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

/** Offers newer versions of the packages that the hosts were patched to before. */
export function offerPatches(available: string): void {
  for (const { backend } of stage.fleet.simulator.agents)
    for (const name of ['sim-0000:all', 'sim-0001:all'])
      backend.ownPackages().set(name, { version: '1.0', available, security: true });
}
