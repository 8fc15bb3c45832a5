// needs: mariadb
// The same suite, from SQLite to MariaDB.
process.env.TEST_DIALECT = 'mariadb';
await import('./parts.test.ts');
