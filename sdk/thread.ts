/**
 * What a plugin's task may use in its thread (`ctx.reading`), besides types of `#sdk`: readers of the rows that
 * the services' statements give. Kept apart and light, because each thread loads it anew: with all of `#sdk` a
 * report would cost 0.2 s and 30 MB more.
 */
export { patchStateOf } from '../server/core/hosts/patchState.ts';
export * from '../server/core/hosts/standing.ts';
export { hostRunOf } from '../server/core/patching/hostRun.ts';
export { auditEntryOf } from '../server/kernel/security/audit/read.ts';
export { fromTs } from '../server/kernel/db/database.ts';
export { csvCell } from '../server/shared/csvCell.ts';
export { comparerOf } from '../server/shared/versions/compare.ts';
