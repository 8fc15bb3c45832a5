import type { Schemas } from '../../core/schema.ts';

/** A plan changes nothing; a rollback undoes a run; all else is a run. */
export type JobKind = 'run' | 'plan' | 'rollback';

export function kindOf({
  dry_run: isPlan,
  operation,
}: Pick<Schemas['Job'], 'dry_run' | 'operation'>): JobKind {
  if (isPlan) return 'plan';
  return operation === 'rollback' ? 'rollback' : 'run';
}
