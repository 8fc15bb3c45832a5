// needs: mariadb
// time-limit: 400
// The same suites as on SQLite; the races over two managers.
process.env.TEST_DIALECT = 'mariadb';
await import('./totp.test.ts');
await import('./policy.test.ts');
await import('./races.test.ts');
