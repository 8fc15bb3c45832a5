import type { Schemas } from '../../core/schema.ts';
import type { BulkFailure } from '../../domain/host/bulkRun.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { hostsOutOf } from '../../domain/host/portions.ts';

/** Removes these hosts from the group; a refusal doesn't stop the others. Resolves with those that stayed, and why. */
export async function takeOut(id: string, hosts: readonly Schemas['Host'][]): Promise<BulkFailure[]> {
  const { most, act } = hostsOutOf(id);
  const targets = hosts.map((host) => ({ id: host.id, name: hostName(host) }));
  const stayed: BulkFailure[] = [];
  for (let start = 0; start < targets.length; start += most)
    stayed.push(...(await act(targets.slice(start, start + most))));
  return stayed;
}
