import { changesSince, Distances } from './change.ts';
import type { Change } from './change.ts';
import type { Records } from './records.ts';
import type { Task } from './types.ts';

/** Which tasks run, in this order, and which are left out. */
export type Choice = { chosen: Task[]; leftOut: Task[] };

/** Tasks of the day, the longest first: else the last processor would end up waiting for one of them alone. */
export function chooseDay(tasks: readonly Task[], records: Records): Choice {
  return {
    chosen: longestFirst(
      tasks.filter(({ tier }) => tier === 'day'),
      records,
    ),
    leftOut: tasks.filter(({ tier }) => tier !== 'day'),
  };
}

/** Sorts by the time of the last run; what never ran is taken to need a sixth of its time limit. */
export function longestFirst(tasks: readonly Task[], records: Records): Task[] {
  return tasks.toSorted((a, b) => expectedMs(b, records) - expectedMs(a, records));
}

/** How long a task will probably take beside others. */
export function expectedMs({ name, kind, timeLimitMs }: Task, records: Records): number {
  return records[name]?.ms ?? (kind === 'check' ? 10_000 : timeLimitMs / 6);
}

/** Tasks of any tier that these changes can have changed, the longest first. */
export function chooseChanged(
  root: string,
  { tasks, records, changes }: { tasks: readonly Task[]; records: Records; changes: readonly Change[] },
): Choice {
  const distances = new Distances(root, records);
  const isChanged = (task: Task): boolean => distances.of(task, changes) < Infinity;
  return { chosen: longestFirst(tasks.filter(isChanged), records), leftOut: [] };
}

/**
 * The day, then as much of the night as `budgetMs` of `lanes` side by side has room for: first what commits since its
 * last green run can have changed, nearest first, then what ran longest ago.
 */
export function chooseWithin(
  root: string,
  {
    tasks,
    records,
    budgetMs,
    lanes,
  }: { tasks: readonly Task[]; records: Records; budgetMs: number; lanes: number },
): Choice {
  const { chosen, leftOut } = chooseDay(tasks, records);
  let roomMs = chosen.reduce((room, task) => room - expectedMs(task, records), budgetMs * lanes);
  const night = leftOut.filter(({ tier }) => tier === 'night');
  const fits = nightOrder(root, night, records).filter((task) => {
    const takesMs = expectedMs(task, records);
    if (takesMs > roomMs) return false;
    roomMs -= takesMs;
    return true;
  });
  return { chosen: [...chosen, ...fits], leftOut: leftOut.filter((task) => !fits.includes(task)) };
}

function nightOrder(root: string, tasks: readonly Task[], records: Records): Task[] {
  const distances = new Distances(root, records);
  const since = new Map<string, Change[] | null>();
  const ranks = new Map(
    tasks.map((task) => {
      const { day = '', commit = '' } = records[task.name]?.green ?? {};
      const changes = since.get(commit) ?? (commit === '' ? null : changesSince(root, commit));
      since.set(commit, changes);
      // Never green, or at a commit that this clone does not know: anything may have changed it.
      return [task, { steps: changes ? distances.of(task, changes) : 0, day }] as const;
    }),
  );
  const rankOf = (task: Task): { steps: number; day: string } => ranks.get(task) ?? { steps: 0, day: '' };
  return tasks.toSorted((one, other) => {
    const [a, b] = [rankOf(one), rankOf(other)];
    return a.steps === b.steps ? a.day.localeCompare(b.day) : a.steps < b.steps ? -1 : 1;
  });
}
