/** Jobs in a certain state: ended, at work, paused, or with a plan that is too large. */
import { planWith, scriptFailed, type Ending } from '#sdk/testing.ts';
import type { Schemas } from '../scope/calls.ts';
import { idOf } from './made.ts';
import type { World } from './world.ts';

type Job = Schemas['Job'];

/** This many upgrades of packages with names this long are more than the manager keeps of a plan. */
const MANY = 10_000;
const LONG = 'p'.repeat(100);
export const REASON = 'The shop is down and nobody answers the phone.';

export const target = ({ kit }: World, count = 1) => ({
  host_ids: kit.hosts.slice(0, count).map(({ id }) => id),
});

/** A job whose first hosts end this way; with `hold`, they do not end. */
async function jobOf(w: World, endings: readonly Ending[], more: object = {}): Promise<string> {
  const count = Math.max(endings.length, 1);
  for (const [index, ending] of endings.entries()) {
    const { endings: own } = w.kit.hosts[index]?.agent ?? { endings: [] };
    own.splice(0, Infinity, ending, ending, ending, ending);
  }
  const body = { operation: 'patch', target: target(w, count), ...more };
  const { id } = await w.must<Job>('createJob', { body }, { body: { ...body, name: 'Another one' } });
  return id;
}

function forget({ kit }: World): void {
  for (const { agent } of kit.hosts) agent.endings.splice(0);
}

export async function ended(w: World, endings: readonly Ending[], more: object = {}): Promise<string> {
  const id = await jobOf(w, endings, more);
  await w.kit.runJob(id);
  forget(w);
  return id;
}

export const failed: Ending = { status: 'failed', error: { ...scriptFailed } };

/** A paused job: its first host failed, and the second waits. */
export async function pausedJob(w: World): Promise<string> {
  const id = await jobOf(w, [failed, {}], { max_parallel: 1, failure_budget_percent: 0 });
  await w.kit.until(async () => (await w.must<Job>('getJob', { path: { job_id: id } })).state === 'paused');
  forget(w);
  return id;
}

/** A job whose host is at work until the test ends it. */
async function heldJob(w: World): Promise<string> {
  const id = await jobOf(w, [{ hold: true }]);
  await w.kit.until(
    () => [...(w.kit.hosts[0]?.agent.jobs.values() ?? [])].at(-1)?.detail.status === 'running',
  );
  forget(w);
  return id;
}

export const here = ({ ids }: World) => ({ path: { job_id: ids['here'] ?? '' } });

/** Keeps the first host at work for a job for the time being. */
export async function atWork(w: World) {
  const id = await heldJob(w);
  w.ids['here'] = id;
  return () => {
    w.kit.hosts[0]?.agent.end();
    return w.kit.runJob(id);
  };
}

/** Keeps a job of two hosts paused for the time being; the caller of `scoped` sees one of them. */
export async function paused(w: World) {
  const id = await pausedJob(w);
  w.ids['here'] = id;
  return async () => {
    await w.walker.must('endJob', { path: { job_id: id } });
    await w.kit.runJob(id);
  };
}

/** A plan of one host that had to be cut. */
export async function cutPlan(w: World): Promise<void> {
  const upgrade = Array.from({ length: MANY }, (_, at) => ({
    name: `${LONG}${at}`,
    arch: 'amd64',
    from: '1',
    to: '2',
  }));
  w.kit.hosts[1]?.agent.endings.push({ plan: { ...planWith('c'.repeat(64)), upgrade } });
  const body = { operation: 'patch', target: { host_ids: [w.kit.hosts[1]?.id] }, dry_run: true };
  w.ids['here'] = await idOf(w, 'createJob', { body });
  await w.kit.runJob(w.ids['here']);
}

export const fromPlan = ({ ids }: World) => ({ body: { from_plan_job_id: ids['here'] } });
