// needs: mariadb
// time-limit: 400
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./identity.test.ts');
await import('./service/attempts.test.ts');
await import('./service/accounts.test.ts');
await import('./service/refreshRaces.test.ts');
