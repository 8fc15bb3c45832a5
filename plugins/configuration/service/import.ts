import { AppError, type configuration, type Context, validationError } from '#sdk';
import { hashOf } from '../domain.ts';

export interface ImportRequest extends Omit<configuration.Import, 'before'> {
  file: { version: number; parts: Readonly<Record<string, unknown>> };
}

export interface Difference {
  /** Hash of the file, the choice and the difference. */
  hash: string;
  parts: { name: string; plan: configuration.Planned }[];
}

/** What an import would do; changes nothing. Throws VALIDATION_FAILED for a file that this version does not take. */
export async function planImport(
  ctx: Pick<Context, 'configuration'>,
  { file, makeEqual, by }: ImportRequest,
): Promise<Difference> {
  const known = ctx.configuration.all();
  const parts: Difference['parts'] = [];
  const before = new Map<string, configuration.Planned>();
  for (const part of known) {
    const { name } = part;
    if (!Object.hasOwn(file.parts, name)) continue;
    const plan = await part.plan(file.parts[name], { makeEqual, by, before });
    before.set(name, plan);
    parts.push({ name, plan });
  }
  refuseTooMany(parts);
  const names = new Set(known.map(({ name }) => name));
  for (const name of Object.keys(file.parts)
    .filter((name) => !names.has(name))
    .sort())
    parts.push({ name: name.slice(0, MAX_NAME), plan: absent(name.slice(0, MAX_NAME)) });
  return { hash: hashOf({ file, makeEqual, shown: parts.map(shown) }), parts };
}

const MAX_NAME = 100;
const MAX_CHANGES = 10_000;

/** Nobody reads so many changes, and they would be one transaction. */
function refuseTooMany(parts: Difference['parts']): void {
  const issues = parts.flatMap(({ name, plan: { changes, problems } }) =>
    changes.length + problems.length > MAX_CHANGES
      ? [{ path: `/body/file/parts/${name}`, message: `would change more than ${MAX_CHANGES} things` }]
      : [],
  );
  if (issues.length > 0) throw validationError(issues);
}

const absent = (name: string): configuration.Planned => ({
  changes: [],
  unchanged: 0,
  problems: [{ name, message: 'Its feature is not there, or is switched off on this manager.' }],
  apply: async () => undefined,
});

/** JSON has no `undefined`, so absent and null stay distinct. */
const shown = ({ name, plan: { changes, unchanged, problems } }: Difference['parts'][number]): unknown => ({
  name,
  changes,
  unchanged,
  problems,
});

/**
 * Does what `planImport` showed, in one transaction. Throws CONFIGURATION_CHANGED when the difference is another one by
 * now, and what the parts throw to refuse; nothing has changed then.
 */
export async function importConfiguration(
  ctx: Pick<Context, 'configuration' | 'tx' | 'audit'>,
  request: ImportRequest,
  hash: string,
): Promise<Difference> {
  const difference = await planImport(ctx, request);
  // The hash is no secret.
  // eslint-disable-next-line security/detect-possible-timing-attacks
  if (difference.hash !== hash) throw new AppError('CONFIGURATION_CHANGED');
  const parts = difference.parts.filter(({ plan }) => plan.changes.length > 0);
  if (parts.length === 0) return difference;
  await ctx
    .tx(
      async (tx) => {
        for (const { plan } of parts) await plan.apply(tx);
        for (const { plan } of parts.toReversed()) await plan.remove?.(tx);
        ctx.audit.record(tx, {
          ...request.by,
          action: 'configuration.imported',
          resource: { kind: 'configuration', id: hash, name: 'configuration' },
          after: { makeEqual: request.makeEqual, changes: Object.fromEntries(parts.map(countsOf)) },
        });
      },
      { name: 'configuration.import' },
    )
    .catch(whatHasMoved);
  return difference;
}

function countsOf({ name, plan: { changes } }: Difference['parts'][number]): [string, object] {
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  return [name, { added: count('added'), changed: count('changed'), removed: count('removed') }];
}

/** Turns the error for what changed between the plan and the transaction's locks into CONFIGURATION_CHANGED. */
function whatHasMoved(error: unknown): never {
  if (error instanceof AppError && error.code === 'PRECONDITION_FAILED')
    throw new AppError('CONFIGURATION_CHANGED', {}, { cause: error });
  throw error;
}
