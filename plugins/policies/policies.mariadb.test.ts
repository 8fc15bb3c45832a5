// needs: mariadb
// time-limit: 400
// The same suites as on SQLite, but for the crashes: what they hold to is the same code on both.
process.env.TEST_DIALECT = 'mariadb';
await import('./policies.test.ts');
await import('./firing.test.ts');
