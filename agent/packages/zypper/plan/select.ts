import type { KeptBackReason } from '../../backend.ts';
import type { RpmChange, RpmCommand, RpmResolution, Skipped } from '../../rpm/rpmDriver.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { commandArgv, parseNevra } from '../command.ts';
import type { DryRun } from './resolve.ts';
import { dryRun, leaving } from './resolve.ts';

interface Search {
  attempt: (targets: readonly string[]) => Promise<DryRun>;
  excludes: ReadonlySet<string>;
}

/**
 * Resolves upgrades, leaving out targets that cannot be upgraded. If zypper cannot do all of a request, it only asks
 * a question. The targets that the question names are tried last; other obstacles are found by bisection, so that a
 * few bad targets cost a few calls. Nothing is removed and no excluded package is touched; only for a single target
 * does the result show what it would remove.
 */
export async function resolveUpgrade(
  context: RpmContext,
  command: RpmCommand,
  signal?: AbortSignal,
): Promise<RpmResolution> {
  const attempt = (targets: readonly string[]) =>
    dryRun(context, commandArgv({ ...command, targets: [...targets] }), signal);
  const search: Search = { attempt, excludes: new Set(command.excludes) };
  const whole = await attempt(command.targets);
  if (isFine(search, whole)) return { changes: whole.changes, skipped: [], error: null };
  const [only] = command.targets;
  if (command.targets.length === 1 && only !== undefined) return single(search, only, whole);
  const found: Found = { taken: [], changes: [], skipped: [] };
  await sortOut(search, command.targets, whole, found);
  return { changes: found.changes, skipped: found.skipped, error: null };
}

function isFine({ excludes }: Search, { refusal, changes }: DryRun): boolean {
  return refusal === null && leaving(changes).length === 0 && !changes.some(({ name }) => excludes.has(name));
}

/** The targets that cannot be upgraded, whatever else is requested with them. */
export async function findUntakeable(
  context: RpmContext,
  command: RpmCommand,
  signal?: AbortSignal,
): Promise<Skipped[]> {
  const attempt = (targets: readonly string[]) =>
    dryRun(context, commandArgv({ ...command, targets: [...targets] }), signal);
  const search: Search = { attempt, excludes: new Set() };
  const found: Found = { taken: [], changes: [], skipped: [] };
  await sortOut(search, command.targets, await attempt(command.targets), found);
  return found.skipped;
}

/** The result for one target that has an obstacle; what it would remove is listed with the target as the cause. */
function single(search: Search, target: string, { refusal, changes }: DryRun): RpmResolution {
  const { name } = parseNevra(target);
  const removing = leaving(changes);
  if (refusal === null && removing.length > 0) {
    const because = changes.map((one): RpmChange =>
      removing.includes(one) ? { ...one, because: name } : one,
    );
    return { changes: because, skipped: [], error: null };
  }
  return { changes: [], skipped: [skippedBy(search, target, { refusal, changes })], error: null };
}

interface Found {
  taken: string[];
  changes: RpmChange[];
  skipped: Skipped[];
}

const maxQuestions = 8;

async function sortOut(
  search: Search,
  targets: readonly string[],
  whole: DryRun,
  found: Found,
): Promise<void> {
  let [rest, answer] = [[...targets], whole];
  const named: string[] = [];
  for (let asked = 0; asked < maxQuestions && rest.length > 0 && !isFine(search, answer); asked += 1) {
    const { refusal } = answer;
    const suspects = rest.filter((target) => refusal?.text.includes(target));
    if (suspects.length === 0) break;
    named.push(...suspects);
    rest = rest.filter((target) => !suspects.includes(target));
    if (rest.length > 0) answer = await search.attempt(rest);
  }
  if (rest.length > 0 && isFine(search, answer)) {
    found.taken.push(...rest);
    found.changes = answer.changes;
  } else await halve(search, rest, found);
  await halve(search, named, found);
}

async function halve(search: Search, targets: readonly string[], found: Found): Promise<void> {
  const [first] = targets;
  if (first === undefined) return;
  const answer = await search.attempt([...found.taken, ...targets]);
  if (isFine(search, answer)) {
    found.taken.push(...targets);
    found.changes = answer.changes;
    return;
  }
  if (targets.length === 1) {
    found.skipped.push(skippedBy(search, first, answer));
    return;
  }
  const middle = Math.ceil(targets.length / 2);
  await halve(search, targets.slice(0, middle), found);
  await halve(search, targets.slice(middle), found);
}

function skippedBy({ excludes }: Search, target: string, { refusal, changes }: DryRun): Skipped {
  const { name, arch } = parseNevra(target);
  const reason = reasonOf(excludes, refusal, changes);
  return { name, arch, reason, ...(refusal?.kind === 'licence' && { message: refusal.text }) };
}

function reasonOf(
  excludes: ReadonlySet<string>,
  refusal: DryRun['refusal'],
  changes: readonly RpmChange[],
): KeptBackReason {
  if (refusal === null) {
    return changes.some(({ name }) => excludes.has(name)) ? 'DEPENDENCY' : 'NEEDS_REMOVAL';
  }
  if (refusal.kind === 'held' || refusal.kind === 'licence') return 'HELD';
  return refusal.kind === 'removal' ? 'NEEDS_REMOVAL' : 'DEPENDENCY';
}
