// needs: mariadb
// time-limit: 240
// The same suite as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./scenario.test.ts');
await import('./expiries.test.ts');
