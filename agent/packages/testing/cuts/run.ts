import path from 'node:path';
import { lab } from '#test/support/lab.ts';
import { seeded } from '#test/support/random.ts';
import type { JobReport } from '../labBackend.ts';
import { PackageHost, patch } from '../labBackend.ts';
import { isOpen, phasesHit } from './evidence.ts';
import type { Cut, JobFiles, StepCounts } from './moment.ts';
import { isRecorded, StepCounter, untilMoment, untilRepair } from './moment.ts';
import type { CutSubject, Phase } from './subjects.ts';
import { phases } from './subjects.ts';

/** A chain, a new package, scripts that run for a while, a large file, a configuration file, an epoch. */
export const names = [
  'lab-hello',
  'lab-sec',
  'lab-both',
  'lab-app',
  'lab-grow',
  'lab-epoch',
  'lab-slow',
  'lab-svc',
  'lab-conf',
  'lab-parent',
  'lab-big',
];
/** The job after the cut always has something left to do, however the cut job ended. */
const later = [...names, 'lab-held'];
const mostRounds = 8;
const job = 'cut';
const options = { smallDownloadBytes: 0 };

type Versions = Record<string, string>;

/** The result of one cut. */
export interface CutOutcome {
  cut: Cut;
  /** The phases in which the power really went, judged by the disk. */
  hit: Phase[];
  /** Whether the host was damaged when it had booted, before any repair. */
  wounded: boolean;
  /** Whether the package manager was working when the power went. */
  inTransaction: boolean;
  /** What a person would have to look at; it should be empty. */
  complaints: string[];
}

/** Cuts spread evenly over the phases, at moments that depend on `seed`. */
export function planCuts(count: number, seed: number): Cut[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i): Cut => {
    const phase = phases[i % phases.length] ?? 'download';
    const longest = { download: 12, unpack: 30, configure: 700, between: 12, repair: 150 }[phase];
    return { number: i + 1, phase, share: random(), delayMs: Math.floor(random() * longest) };
  });
}

/** Cuts the power of hosts of one image, several at once; returns the result of each cut. */
export async function cutAll(subject: CutSubject, cuts: readonly Cut[], atOnce = 4): Promise<CutOutcome[]> {
  await lab.startRepo('t1', subject.family);
  const first = new PackageHost(
    await lab.up(`${subject.image}-0`, '10.77.0.10', { image: subject.image }),
    subject.image,
  );
  await first.publish('t1');
  const layer = await prepareLayer(first);
  const before = await first.versions();
  const { counts, after } = await undisturbed(subject, first);
  const hosts = await Promise.all(
    Array.from({ length: atOnce }, async (_, i) => {
      const name = `${subject.image}-${i + 1}`;
      const up = await lab.up(name, `10.77.0.${11 + i}`, { image: subject.image, layer });
      return new PackageHost(up, subject.image);
    }),
  );
  const outcomes: CutOutcome[] = [];
  // Cuts that missed their phase are repeated: on a busy machine the power goes late.
  for (let round = 1, left = [...cuts]; left.length > 0 && round <= mostRounds; round += 1) {
    const queue = left;
    const work = async (host: PackageHost): Promise<void> => {
      for (let cut = queue.shift(); cut; cut = queue.shift()) {
        outcomes.push(await cutOnce({ subject, host, cut, counts, before, after }));
        await host.host.reset();
      }
    };
    await Promise.all(hosts.map(work));
    left = cuts.filter(({ phase }) => !outcomes.some(({ hit }) => hit.includes(phase)));
  }
  return outcomes.toSorted((a, b) => a.cut.number - b.cut.number);
}

/**
 * Prepares fresh lists, scripts that succeed and one that takes a second, as a layer that every host can start from.
 */
async function prepareLayer(first: PackageHost): Promise<string> {
  await first.host.writeFile('/etc/lab-slow', '1\n');
  const layer = await first.saveListed('cut');
  await first.host.boot();
  return layer;
}

/** Where to see the files of a job of this name. */
export const filesOf = ({ host }: PackageHost, name = job): JobFiles => ({
  root: host.root,
  journal: `var/lib/fleetmend-test/journal/${name}`,
});

/**
 * Runs the transaction once without a cut: counts its steps and reads the final versions; this job must pass every
 * check.
 */
async function undisturbed(
  subject: CutSubject,
  host: PackageHost,
): Promise<{ counts: StepCounts; after: Versions }> {
  const log = path.join(host.host.root, subject.log);
  const kinds = Object.keys(subject.steps) as (keyof CutSubject['steps'])[];
  const counters = kinds.map((kind) => [kind, new StepCounter(log, subject.steps[kind])] as const);
  const report = await host.run(job, patch(later), options);
  if (report.result.failure) throw new Error(`uncut, it failed: ${report.result.failure.message}`);
  const complaints = await inspect(subject, host);
  if (complaints.length > 0) throw new Error(`uncut, it left: ${complaints.join('; ')}`);
  const download = report.result.changes.filter(({ to }) => to !== null).length;
  const counted = counters.map(([kind, counter]) => [kind, counter.count()]);
  const counts = { ...Object.fromEntries(counted), download } as StepCounts;
  const missing = kinds.filter((kind) => counts[kind] === 0);
  if (missing.length > 0) throw new Error(`${subject.log} shows nothing of ${missing.join(', ')}`);
  return { counts, after: await host.versions() };
}

interface CutCase {
  subject: CutSubject;
  host: PackageHost;
  cut: Cut;
  counts: StepCounts;
  before: Versions;
  /** All versions after the job that follows the cut. */
  after: Versions;
}

async function cutOnce({ subject, host, cut, counts, before, after }: CutCase): Promise<CutOutcome> {
  const files = filesOf(host);
  const running = start(host);
  await untilMoment(subject, files, cut, counts, running);
  await powerCut(host, running);
  const began = isRecorded(files, 'transaction');
  const inTransaction = isOpen(files, 'transaction');
  const lines = await check(subject, host);
  const halfway = isHalfway({ before, after, now: await host.versions() }, lines);
  const hit = phasesHit(subject, files, { lines, halfway });
  if (cut.phase === 'repair') {
    const resumed = start(host);
    await untilRepair(files, cut.delayMs, resumed);
    await powerCut(host, resumed, () => {
      if (isOpen(files, 'repair')) hit.push('repair');
    });
  }
  const complaints: string[] = [];
  try {
    const report = await host.run(job, patch(names), options);
    const now = await host.versions();
    complaints.push(...judgeReport(report, { before, now, began, inTransaction }));
    complaints.push(...judgeVersions({ before, now, after }), ...(await inspect(subject, host)));
    if (complaints.length > 0) complaints.push(`of its log: ${report.logs.slice(-30).join(' | ')}`);
    complaints.push(...(await judgeNextJob(subject, host, after)));
  } catch (error) {
    complaints.push(String(error));
  }
  return { cut, hit, wounded: lines.length > 0, inTransaction, complaints };
}

/** Whether the packages to change are in different states: old, new, or (with rpm) both. */
function isHalfway(
  { before, now, after }: Record<'before' | 'now' | 'after', Versions>,
  lines: readonly string[],
): boolean {
  const changing = Object.keys(after).filter(
    (key) => key !== 'lab-held:noarch' && before[key] !== after[key],
  );
  const states = changing.map((key) => {
    if (now[key] !== after[key]) return 'old';
    return lines.includes(key.replace(':', '.')) ? 'both' : 'new';
  });
  return new Set(states).size > 1;
}

/** Starts the job, or resumes it; resolves when it ends in any way. */
function start(host: PackageHost): Promise<void> {
  return host.run(job, patch(names), options).then(
    () => undefined,
    () => undefined,
  );
}

/** `look` is called at the moment of the cut; a host without power cannot be cut again. */
export async function powerCut(
  { host }: PackageHost,
  running: Promise<void>,
  look = () => {},
): Promise<void> {
  host.pullThePlug();
  look();
  await host.cut();
  await running;
  await host.boot();
}

export async function check({ check: script }: CutSubject, { host }: PackageHost): Promise<string[]> {
  const { stdout, stderr } = await host.exec(['sh', '-c', script]);
  return `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
}

/** All checks that a careful administrator would make. */
export async function inspect(subject: CutSubject, host: PackageHost): Promise<string[]> {
  const { code, stdout, stderr } = await host.host.exec(subject.verify);
  const opinion = code === 0 ? [] : [`${subject.verify.join(' ')}: ${stdout}${stderr}`];
  return [...opinion, ...(await check(subject, host))];
}

interface Reported {
  before: Versions;
  now: Versions;
  began: boolean;
  inTransaction: boolean;
}

/** Checks that the job reports whether it was interrupted, and exactly the changes that have happened. */
function judgeReport({ result, logs }: JobReport, { before, now, began, inTransaction }: Reported): string[] {
  const code = result.failure?.code ?? null;
  const allowed = inTransaction ? ['INTERRUPTED'] : began ? ['INTERRUPTED', null] : [null];
  const wrongCode = allowed.includes(code) ? [] : [`the job ended ${code}: ${logs.slice(-5).join(' | ')}`];
  const told = result.changes.map(({ name, arch, from, to }) => `${name}:${arch} ${from} > ${to}`);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const real = keys
    .filter((key) => before[key] !== now[key])
    .map((key) => `${key} ${before[key] ?? null} > ${now[key] ?? null}`);
  const same = told.toSorted().join() === real.toSorted().join();
  return same ? wrongCode : [...wrongCode, `the job tells ${told.join()}, and it is ${real.join()}`];
}

/** Checks that every package has its old version or its new one. */
function judgeVersions({ before, now, after }: Record<'before' | 'now' | 'after', Versions>): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now), ...Object.keys(after)])];
  return keys
    .filter((key) => now[key] !== before[key] && now[key] !== after[key])
    .map((key) => `${key} stands at ${now[key]}, which is neither old nor new`);
}

async function judgeNextJob(subject: CutSubject, host: PackageHost, after: Versions): Promise<string[]> {
  let { result } = await host.run('next', patch(later), options);
  // A mirror did not answer: retry, as the manager would.
  for (let again = 1; again <= 2 && result.failure?.code === 'FETCH_FAILED'; again += 1) {
    ({ result } = await host.run(`next-${again}`, patch(later), options));
  }
  if (result.failure) return [`the next job failed: ${result.failure.code} ${result.failure.message}`];
  const now = await host.versions();
  const keys = [...new Set([...Object.keys(now), ...Object.keys(after)])];
  const wrong = keys.filter((key) => now[key] !== after[key]);
  const left = wrong.map((key) => `after the next job ${key} stands at ${now[key]}, not ${after[key]}`);
  return [...left, ...(await inspect(subject, host))];
}
