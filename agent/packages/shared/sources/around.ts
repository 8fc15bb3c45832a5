import { AppError } from '#server/shared/wire/appError.ts';
import type { AvailablePatch, FailedSource, PackageChange, PackageRequest, Plan } from '../../backend.ts';
import { keptEntry } from '../keptEntries.ts';
import { concernedFailure } from './state.ts';

/** What a request resolves to. */
export interface Planned {
  changes: readonly PackageChange[];
  keptBack: Plan['keptBack'];
}

/** The ways of planning that are needed when sources have failed. */
export interface Around<P extends Planned> {
  /** Plans without the sources that are left out; this is the plan that is used. */
  without: () => Promise<P>;
  /** Plans with all lists, even invalid ones, only to see which updates are missing from the plan. */
  whole: () => Promise<Planned>;
  /** Those of the names for which no remaining source offers any version. */
  unoffered: (names: readonly string[]) => Promise<string[]>;
}

const keyOf = ({ name, arch }: { name: string; arch: string }) => `${name}:${arch}`;

/** The failed sources that plans do without. */
export function leftOut(failed: readonly FailedSource[]): FailedSource[] {
  return failed.filter(({ use }) => use !== 'last_list');
}

/**
 * Plans without failed sources. A package that cannot be updated for that reason is kept back with SOURCE_FAILED, and
 * the rest goes on. If the request names such a package, the whole request is refused with SOURCE_FAILED: half of
 * what was asked for would look like all of it.
 */
export async function planAround<P extends Planned>(
  request: PackageRequest,
  out: readonly FailedSource[],
  around: Around<P>,
): Promise<P> {
  if (out.length === 0 || request.operation === 'remove') return around.without();
  if (request.operation === 'repair') return repairAround(out, around);
  const plan = await around.without().catch((error: unknown) => explained(request, out, around, error));
  const whole = await around.whole().catch(() => null);
  const reached = new Set(plan.changes.filter(({ to }) => to !== null).map(keyOf));
  const staying = (whole?.changes ?? []).filter((one) => one.to !== null && !reached.has(keyOf(one)));
  await assertNoneNamed(request, out, { around, staying, reached });
  const kept = staying.filter(({ from }) => from !== null);
  const keys = new Set(kept.map(keyOf));
  const others = plan.keptBack.filter((one) => !keys.has(keyOf(one)));
  return { ...plan, keptBack: [...others, ...kept.map((one) => keptBySource(one, out))] };
}

/** A repair that would remove packages may do so only because the source that has what they need could not be read. */
async function repairAround<P extends Planned>(
  out: readonly FailedSource[],
  { without }: Pick<Around<P>, 'without'>,
): Promise<P> {
  const plan = await without();
  const removed = plan.changes.filter(({ to }) => to === null).map(({ name }) => name);
  if (removed.length > 0) throw concerned(removed, out);
  return plan;
}

/** The entry of a plan for a package whose update only a failed source has. */
export function keptBySource(
  one: { name: string; arch: string },
  out: readonly FailedSource[],
): Plan['keptBack'][number] {
  const [first, ...more] = out;
  const message =
    first && more.length === 0 ? `The update comes from a source that failed: ${first.name}.` : undefined;
  return keptEntry(one, 'SOURCE_FAILED', message);
}

/** The patches without failed sources, plus those that only a failed source has or that need a package from one. */
export function withKeptBySource(
  patches: readonly AvailablePatch[],
  whole: readonly AvailablePatch[],
): AvailablePatch[] {
  const known = new Map(patches.map((patch) => [keyOf(patch), patch]));
  const isKept = (patch: AvailablePatch) => {
    const without = known.get(keyOf(patch));
    return !without || (patch.keptBackReason === null && without.keptBackReason !== null);
  };
  const kept = whole.filter(isKept);
  const keys = new Set(kept.map(keyOf));
  return [
    ...patches.filter((patch) => !keys.has(keyOf(patch))),
    ...kept.map((patch) => ({
      ...patch,
      keptBackReason: patch.keptBackReason ?? ('SOURCE_FAILED' as const),
    })),
  ];
}

/**
 * PACKAGE_NOT_FOUND becomes SOURCE_FAILED while sources are left out: the name may be in a list that could not be
 * read.
 */
export function notFoundAround(error: unknown, out: readonly FailedSource[]): unknown {
  if (!(error instanceof AppError) || error.code !== 'PACKAGE_NOT_FOUND' || out.length === 0) return error;
  const { packages = [] } = (error.details ?? {}) as { packages?: string[] };
  return concerned(packages, out);
}

async function explained<P extends Planned>(
  request: PackageRequest,
  out: readonly FailedSource[],
  around: Around<P>,
  error: unknown,
): Promise<never> {
  const names = namesOf(request);
  if (names === null || !(error instanceof AppError)) throw error;
  // A package that is not installed cannot be updated, whatever the lists hold.
  if (request.operation !== 'update' && error.code === 'PACKAGE_NOT_FOUND') throw notFoundAround(error, out);
  const possible = await around.whole().then(
    ({ changes }) => changes.length > 0,
    () => false,
  );
  throw possible ? concerned(names, out) : error;
}

async function assertNoneNamed<P extends Planned>(
  request: PackageRequest,
  out: readonly FailedSource[],
  {
    around,
    staying,
    reached,
  }: { around: Around<P>; staying: readonly PackageChange[]; reached: ReadonlySet<string> },
): Promise<void> {
  const names = namesOf(request);
  if (names === null) return;
  const isMeant = (one: PackageChange) => names.includes(one.name) || names.includes(keyOf(one));
  const missed = staying.filter(isMeant).map(({ name }) => name);
  const bare = new Set([...reached].map((key) => key.slice(0, key.lastIndexOf(':'))));
  const open = names.filter((name) => !reached.has(name) && !bare.has(name) && !missed.includes(name));
  const unoffered = open.length === 0 ? [] : await around.unoffered(open);
  if (missed.length + unoffered.length > 0) throw concerned([...new Set([...missed, ...unoffered])], out);
}

function namesOf(request: PackageRequest): string[] | null {
  if (request.operation === 'repair') return null;
  if (request.operation !== 'patch') return request.packages.map(({ name }) => name);
  return request.packages;
}

function concerned(packages: readonly string[], out: readonly FailedSource[]): AppError {
  const { code, message, details } = concernedFailure(packages, out);
  return new AppError(code, { message, details });
}
