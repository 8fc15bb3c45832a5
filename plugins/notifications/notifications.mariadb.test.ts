// needs: mariadb
// time-limit: 400
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./mail.test.ts');
await import('./webhooks.test.ts');
