// needs: mariadb
// time-limit: 240
// The same suite as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./packages.test.ts');
