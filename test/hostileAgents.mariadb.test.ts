// needs: mariadb
// time-limit: 300
// The same suite as on SQLite, whose columns take any value; MariaDB's do not.
process.env.TEST_DIALECT = 'mariadb';
await import('./hostileAgents.test.ts');
