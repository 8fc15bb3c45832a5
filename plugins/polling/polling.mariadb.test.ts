// needs: mariadb
// time-limit: 240
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./sweeper.test.ts');
await import('./refresh.test.ts');
await import('./odd.test.ts');
