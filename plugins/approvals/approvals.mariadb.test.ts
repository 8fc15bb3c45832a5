// needs: mariadb
// time-limit: 300
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./races.test.ts');
await import('./rules.test.ts');
