import type { components } from '#generated/manager.ts';
import { allFields, type ChosenFields } from '#server/kernel/http/fields.ts';
import type { Context } from '#server/kernel/boot/feature.ts';
import { hostsToWire } from '../domain.ts';
import type { Host, HostFacts } from '../api.ts';
import { groupsOfHosts } from './groupHosts.ts';

type Groups = Awaited<ReturnType<typeof groupsOfHosts>>;

/** Properties that other features answer. */
const FACTS = ['problems', 'connected_since', 'next_window_start_at', 'next_window_end_at'];

/**
 * The wire form of hosts, in their order: with their groups, and with what other features know about them, as far as it is
 * asked for.
 */
export async function describeHosts(
  ctx: Context,
  hosts: readonly Host[],
  fields: ChosenFields = allFields,
): Promise<components['schemas']['Host'][]> {
  const hasFacts = FACTS.some((name) => fields.has(name));
  // Windows also follow from groups.
  const groups = hasFacts || fields.has('groups') ? await groupsOfHosts(ctx.db.reader, hosts) : new Map();
  return hostsToWire(hosts, groups, hasFacts ? await factsOf(ctx, hosts, groups) : new Map());
}

/** By host id, by one question for all hosts. If a feature fails, no facts are shown, and the list still works. */
async function factsOf(
  { hooks, log }: Context,
  hosts: readonly Host[],
  groups: Groups,
): Promise<ReadonlyMap<string, HostFacts>> {
  if (hosts.length === 0 || !hooks.isAnswered('hosts.describe')) return new Map();
  const asked = hosts.map(({ id }) => ({ id, groupIds: (groups.get(id) ?? []).map((group) => group.id) }));
  try {
    const answers = await hooks.ask('hosts.describe', { hosts: asked });
    return new Map(
      hosts.map(({ id }) => {
        const all: HostFacts[] = answers.flatMap(({ answer }) => answer.get(id) ?? []);
        const problems = all.flatMap((facts) => facts.problems ?? []);
        return [id, { ...Object.assign({}, ...all), problems } as HostFacts];
      }),
    );
  } catch (error) {
    log.warn({ error }, 'what other features know of hosts could not be read');
    return new Map();
  }
}
