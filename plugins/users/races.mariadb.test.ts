// needs: mariadb
// time-limit: 180
// The same suite as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./races.test.ts');
