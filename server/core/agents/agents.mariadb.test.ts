// needs: mariadb
// time-limit: 300
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./agents.test.ts');
await import('./renewHost.test.ts');
await import('./rotation/rotation.test.ts');
