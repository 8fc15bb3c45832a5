/**
 * What a plugin's task may use in its thread (`ctx.reading`), besides types of `plugin.ts`: readers of the rows that
 * the services' statements give. Kept apart and light, because each thread loads it anew: with all of `plugin.ts` a
 * report would cost 0.2 s and 30 MB more.
 */
export { patchStateOf } from './core/hosts/patchState.ts';
export * from './core/hosts/standing.ts';
export { hostRunOf } from './core/patching/hostRun.ts';
export { auditEntryOf } from './kernel/security/audit/read.ts';
export { fromTs } from './kernel/db/database.ts';
export { csvCell } from './shared/csvCell.ts';
export { comparerOf } from './shared/versions/compare.ts';
