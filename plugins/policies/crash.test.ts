/** A manager dies between any two of the writes by which a policy is run, and another one finishes what it left. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Context } from '#sdk';
import { usersPlugin } from '../users/plugin.ts';
import { policiesPlugin } from './plugin.ts';
import {
  addPolicy,
  job,
  manager,
  MINUTE_MS,
  plansChanges,
  readPolicy,
  rowsOf,
  runsOf,
  setUp,
  tearDown,
  type World,
} from './policies.testing.ts';

/**
 * Whether a manager's plugin lives, and when it dies: before its nth write from now on, so after the write before that.
 */
interface Life {
  isDead: boolean;
  left: number;
  /** What was being written when it died. */
  at: string;
}

class Killed extends Error {}

/**
 * The plugin with a context that ends with its life: as after kill -9 it writes nothing more and makes no more jobs.
 */
function mortal(life: Life): typeof policiesPlugin {
  const dying = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    if (life.isDead) throw new Killed();
    life.left -= 1;
    if (life.left > 0) return work();
    Object.assign(life, { isDead: true, at: name });
    throw new Killed();
  };
  const over = (ctx: Context): Context => ({
    ...ctx,
    tx: (work, options) => dying(options?.name ?? '', () => ctx.tx(work, options)),
    core: new Proxy(ctx.core, {
      get: (core, name) =>
        name !== 'patching'
          ? (Reflect.get(core, name) as unknown)
          : {
              ...core.patching,
              create: (...args: Parameters<typeof core.patching.create>) =>
                dying('create', () => core.patching.create(...args)),
            },
    }),
  });
  return { ...policiesPlugin, setup: (ctx) => policiesPlugin.setup(over(ctx)) };
}

const test = suite<World>('policies and managers that die');
test.before.each((world) => setUp(world, 1));
test.after.each(tearDown);

const HASH = 'b'.repeat(64);
const NEVER = Number.POSITIVE_INFINITY;
const WRITES = [
  'policies.claim',
  'policies.leaseRun',
  'policies.moveRun',
  'create',
  'policies.lookAtPlan',
  'policies.lookAtJob',
];

test('whatever is left half done is finished within a minute, and nothing is done twice', async (world) => {
  const first: Life = { isDead: true, left: NEVER, at: '' };
  const second: Life = { ...first };
  const open = (life: Life) =>
    manager(world.place, { beside: world.kit, plugins: [mortal(life), usersPlugin] });
  const [one, two] = [await open(first), await open(second)];
  await world.kit.stop();
  world.kit = one;
  const kit = one;
  const { agent } = kit.hosts[0] ?? {};
  const died = new Set<string>();
  try {
    for (let nth = 1; ; nth++) {
      second.isDead = true;
      Object.assign(first, { isDead: false, left: NEVER });
      const { id } = await addPolicy(kit, { rrule: soon(kit.clock.now()), target: targetOf(kit) });
      first.left = nth;
      plansChanges(kit, 0, HASH);
      const before = agent?.started.length ?? 0;
      const ended = async () => (await rowsOf(kit, id))[0]?.endedAt != null;
      await kit.until(async () => first.isDead || (await ended()), 10 * MINUTE_MS);
      const wasKilled = first.isDead;
      if (wasKilled) died.add(first.at);
      const at = `before write ${nth}, ${first.at}`;
      first.isDead = true;
      Object.assign(second, { isDead: false, left: NEVER });
      const fromMs = kit.clock.now().getTime();
      await kit.until(ended, 10 * MINUTE_MS);
      const tookMs =
        kit.clock.now().getTime() -
        Math.max(fromMs, Date.parse((await readPolicy(kit, id)).last_run?.starts_at ?? ''));
      assert.ok(tookMs <= MINUTE_MS, `${at}: ${tookMs} ms`);
      const runs = await runsOf(kit, id);
      assert.equal(
        runs.map(({ state, reason }) => [state, reason]),
        [['completed', 'JOB_ENDED']],
        at,
      );
      const works = agent?.started
        .slice(before)
        .map(({ body }) => (body as { dry_run?: boolean }).dry_run === true);
      assert.equal(works, [true, false], `${at}: one plan and its run`);
      assert.equal((await job(kit, runs[0]?.run_job_id ?? null)).from_plan_job_id, runs[0]?.plan_job_id, at);
      if (!wasKilled) break;
    }
    assert.equal(died, new Set(WRITES));
  } finally {
    await two.stop();
  }
});

/** A rule that starts once, at the next whole minute but one. */
function soon(now: Date): string {
  const at = new Date(Math.ceil(now.getTime() / MINUTE_MS + 1) * MINUTE_MS);
  const text = at.toISOString().replaceAll(/[-:]|\.000Z/g, '');
  return `DTSTART:${text}\nRRULE:FREQ=DAILY;COUNT=1`;
}

const targetOf = ({ hosts }: World['kit']) => ({ host_ids: [hosts[0]?.id] });

test.run();
