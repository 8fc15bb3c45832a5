// needs: mariadb
// time-limit: 300
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./sso.test.ts');
await import('./accounts.test.ts');
await import('./races.test.ts');
