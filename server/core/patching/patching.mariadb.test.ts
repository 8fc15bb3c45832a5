// needs: mariadb
// time-limit: 400
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./execution/outcomes.test.ts');
await import('./execution/rollback.test.ts');
await import('./execution/contact.test.ts');
await import('./execution/crash.test.ts');
await import('./execution/waves.test.ts');
await import('./execution/waveHalts.test.ts');
await import('./execution/hostTags.test.ts');
await import('./service/approve.test.ts');
await import('./service/durations.test.ts');
await import('./service/planLimits.test.ts');
await import('./service/create.test.ts');
await import('./service/plan.test.ts');
await import('./service/change.test.ts');
await import('./service/endWaiting.test.ts');
await import('./service/pause.test.ts');
await import('./service/read.test.ts');
await import('./service/figures.test.ts');
await import('./service/logs.test.ts');
