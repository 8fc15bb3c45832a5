// needs: mariadb
// time-limit: 400
// The same suites as on SQLite, except the crashes: the code that they test is the same on both.
process.env.TEST_DIALECT = 'mariadb';
await import('./policies.test.ts');
await import('./firing.test.ts');
