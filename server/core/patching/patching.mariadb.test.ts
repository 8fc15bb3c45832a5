// needs: mariadb
// time-limit: 300
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./execution/outcomes.test.ts');
await import('./execution/crash.test.ts');
await import('./service/useCases.test.ts');
await import('./service/logs.test.ts');
