import { explain } from '../../core/errors.ts';
import type { Schemas } from '../../core/schema.ts';
import { hostName } from '../../domain/host/hostName.ts';
import { hostsOutOf } from '../../domain/host/portions.ts';

type Host = Schemas['Host'];

/** A host that stayed in the group, and why. */
export interface Refused {
  host: Host;
  why: string;
}

/** Removes each of these hosts from the group; a refusal doesn't stop the others. Returns those that stayed. */
export async function takeOut(id: string, hosts: readonly Host[]): Promise<Refused[]> {
  const { most, act } = hostsOutOf(id);
  const refused: Refused[] = [];
  for (let start = 0; start < hosts.length; start += most) {
    const targets = hosts
      .slice(start, start + most)
      .map((host) => ({ id: host.id, name: hostName(host), host }));
    for (const { target, error } of await act(targets))
      refused.push({
        host: hosts.find(({ id: hostId }) => hostId === target.id) as Host,
        why: explain(error).what,
      });
  }
  return refused;
}
