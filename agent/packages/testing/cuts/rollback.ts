import path from 'node:path';
import { lab } from '#test/support/lab.ts';
import { seeded } from '#test/support/random.ts';
import type { JobReport } from '../labBackend.ts';
import { PackageHost, patch } from '../labBackend.ts';
import { hasBegun, sleep, StepCounter, WriteCounter } from './moment.ts';
import { check, filesOf, inspect, names, powerCut } from './run.ts';
import type { CutSubject } from './subjects.ts';

/**
 * When the power of a host goes while it rolls back: after the nth step of the package manager, after the nth write of
 * the agent's journal, or so long after the package manager began.
 */
export type UndoCut = { after: 'step' | 'write'; nth: number } | { after: 'begin'; delayMs: number };

export interface UndoOutcome {
  cut: UndoCut;
  /** Whether the package manager was cut off between two packages. */
  halfway: boolean;
  /** What a person would have to look at; it should be empty. */
  complaints: string[];
}

const done = 'done';
const files = (host: PackageHost) => filesOf(host, `undo-${done}`);
const mostAttempts = 3;

interface Undone {
  subject: CutSubject;
  /** Versions and marks before the job, and versions after it. */
  before: State;
  after: State;
}

interface State {
  versions: Record<string, string>;
  marks: string;
}

/** The counts of an undisturbed rollback. */
interface Course {
  steps: number;
  writes: number;
  ms: number;
}

/** Every `stride`th step and write of the journal, and `random` moments more. */
function planUndoCuts(
  { steps, writes, ms }: Course,
  { stride, random, seed }: { stride: number; random: number; seed: number },
): UndoCut[] {
  const next = seeded(seed);
  const each = (after: 'step' | 'write', count: number): UndoCut[] =>
    Array.from({ length: count }, (_, i): UndoCut => ({ after, nth: i + 1 })).filter(
      (_, i) => (i + seed) % stride === 0,
    );
  const times = Array.from({ length: random }, (): UndoCut => {
    return { after: 'begin', delayMs: Math.floor(next() * ms) };
  });
  return [...each('step', steps), ...each('write', writes), ...times];
}

/** Cuts the power of hosts of one image while they roll back a job, several at once. */
export async function cutRollbacks(
  subject: CutSubject,
  options: { stride: number; random: number; seed: number },
  atOnce = 4,
): Promise<UndoOutcome[]> {
  await lab.startRepo('t0', subject.family);
  const up = await lab.up(`${subject.image}-0`, '10.77.0.10', { image: subject.image });
  const first = new PackageHost(up, subject.image);
  const { layer, ...undone } = await runJob(subject, first);
  await first.host.boot();
  const course = await undisturbed(undone, first);
  const queue = planUndoCuts(course, options);
  const outcomes: UndoOutcome[] = [];
  const work = async (i: number): Promise<void> => {
    const name = `${subject.image}-${i + 1}`;
    const own = await lab.up(name, `10.77.0.${11 + i}`, { image: subject.image, layer });
    const host = new PackageHost(own, subject.image);
    for (let cut = queue.shift(); cut; cut = queue.shift()) {
      outcomes.push(await cutOnce(undone, host, cut));
      await host.host.reset();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, i) => work(i)));
  return outcomes;
}

/**
 * The job that is to be undone, as a layer; since then the repository has moved on, as it has after some days: apt is
 * offered newer versions, and rpm-md no longer has the old ones, which are stored nowhere else.
 */
async function runJob(subject: CutSubject, first: PackageHost): Promise<Undone & { layer: string }> {
  const [during, since] = subject.family === 'deb' ? (['t1', 'all'] as const) : (['all', 't1'] as const);
  await first.publish(during);
  await first.host.writeFile('/etc/lab-slow', '1\n');
  const before = await stateOf(subject, first);
  const { result } = await first.run(done, patch(names), { smallDownloadBytes: 0 });
  if (result.failure) throw new Error(`the job itself failed: ${result.failure.message}`);
  const after = await stateOf(subject, first);
  await first.publish(since);
  return { subject, before, after, layer: await first.saveListed('undone') };
}

async function undisturbed(undone: Undone, host: PackageHost): Promise<Course> {
  const steps = new StepCounter(path.join(host.host.root, undone.subject.log), undone.subject.undoStep);
  const writes = new WriteCounter(files(host));
  const watching = setInterval(() => writes.count(), 1);
  let began = Date.now();
  let isOver = false;
  const running = host.rollback(done).finally(() => (isOver = true));
  while (!isOver && !hasBegun(files(host), /^transaction\.claim$/)) {
    began = Date.now();
    await sleep(5);
  }
  const report = await running;
  clearInterval(watching);
  const ms = Date.now() - began;
  const complaints = await judgeEnd(undone, host, report);
  if (complaints.length > 0) throw new Error(`uncut, the rollback left: ${complaints.join('; ')}`);
  return { steps: steps.count(), writes: writes.count(), ms };
}

async function cutOnce(undone: Undone, host: PackageHost, cut: UndoCut): Promise<UndoOutcome> {
  const { subject, before, after } = undone;
  const reached = watcher(subject, host, cut);
  let over = false;
  const running = host.rollback(done).then(
    () => undefined,
    () => undefined,
  );
  void running.then(() => (over = true));
  while (!over && !reached()) await sleep(1);
  await powerCut(host, running);
  const now = await host.versions();
  const changing = Object.keys({ ...before.versions, ...after.versions }).filter(
    (key) => before.versions[key] !== after.versions[key],
  );
  const back = changing.filter((key) => now[key] === before.versions[key]).length;
  const halfway = (back > 0 && back < changing.length) || (await check(subject, host)).length > 0;
  return { cut, halfway, complaints: await comeBack(undone, host).catch((error) => [String(error)]) };
}

/** The agent resumes what was cut; then, as a manager would, it is asked anew, each time as a job of its own. */
async function comeBack(undone: Undone, host: PackageHost): Promise<string[]> {
  let report = await host.rollback(done);
  for (let again = 1; report.result.failure && again < mostAttempts; again += 1) {
    report = await host.rollback(done, {}, `again-${again}`);
  }
  const complaints = await judgeEnd(undone, host, report);
  return complaints.length > 0 ? [...complaints, `of its log: ${report.logs.slice(-15).join(' | ')}`] : [];
}

/** The host stands exactly as before the job. */
async function judgeEnd(
  { subject, before }: Undone,
  host: PackageHost,
  { result }: JobReport,
): Promise<string[]> {
  const now = await stateOf(subject, host);
  const keys = [...new Set([...Object.keys(before.versions), ...Object.keys(now.versions)])];
  const wrong = keys.filter((key) => now.versions[key] !== before.versions[key]);
  const { failure } = result;
  return [
    ...(failure ? [`the rollback ended ${failure.code}: ${failure.message}`] : []),
    ...wrong.map((key) => `${key} stands at ${now.versions[key]}, not ${before.versions[key]}`),
    ...(now.marks === before.marks ? [] : [`marks: ${now.marks} instead of ${before.marks}`]),
    ...(await inspect(subject, host)),
  ];
}

async function stateOf({ marks }: CutSubject, host: PackageHost): Promise<State> {
  return { versions: await host.versions(), marks: await host.host.run(['sh', '-c', marks]) };
}

function watcher(subject: CutSubject, host: PackageHost, cut: UndoCut): () => boolean {
  if (cut.after === 'begin') {
    let began: number | null = null;
    return () => {
      if (began === null && hasBegun(files(host), /^transaction\.claim$/)) began = Date.now();
      return began !== null && Date.now() - began >= cut.delayMs;
    };
  }
  const counter =
    cut.after === 'step'
      ? new StepCounter(path.join(host.host.root, subject.log), subject.undoStep)
      : new WriteCounter(files(host));
  return () => counter.count() >= cut.nth;
}
