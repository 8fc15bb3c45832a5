// needs: mariadb
// The same suite as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./search.test.ts');
