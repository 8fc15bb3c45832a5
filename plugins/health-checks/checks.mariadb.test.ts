// needs: mariadb
// time-limit: 400
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./checks.test.ts');
await import('./gate.test.ts');
