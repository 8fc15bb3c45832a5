/** Jobs in waves over six hosts, for tests. */
import type { NamedSpec } from '../domain/jobSpec.ts';
import { scriptFailed, upgrade, type Ending } from './fakeAgents.ts';
import { caller, type OneManager, request, wireJob } from './harness.ts';
import type { TestManager } from './manager.ts';
import { settled } from './settled.ts';

export const WAVES = { waves: [{ count: 1, soakSecs: 600 }, { count: 2 }] };
export const planChanged = {
  code: 'PLAN_CHANGED',
  message: 'The plan has changed.',
  retryable: false,
} as const;

export async function start({ world, manager }: OneManager, spec: NamedSpec = {}): Promise<string> {
  const { job } = await manager.patching.service.create(
    request(world.fleet.hostIds, { ...WAVES, ...spec }),
    caller(),
  );
  await settled();
  return job.id;
}

/** The numbers, from 1, of the hosts whose agents were asked for work. */
export const started = ({ world }: OneManager): number[] =>
  world.fleet.hostIds.flatMap((id, index) => (world.fleet.agent(id).started.length > 0 ? [index + 1] : []));

export const states = async (manager: TestManager, id: string): Promise<string[]> =>
  (await wireJob(manager, id)).wave_states.map(({ state }) => state);

export const end = ({ world }: OneManager, host: number, ...endings: Ending[]): void =>
  void world.fleet.agent(world.fleet.hostIds[host - 1]).endings.push(...endings);

export const fail = (context: OneManager, host: number, changes = [upgrade('jq')]): void =>
  end(context, host, { status: 'failed', error: scriptFailed, changes });

/** Lets time pass, with the sweeps of a running manager. */
export async function pass({ world, manager }: OneManager, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 30_000) {
    await world.clock.advance(Math.min(left, 30_000));
    await settled();
    await manager.patching.sweep();
    await settled();
  }
}
