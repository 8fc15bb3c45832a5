// needs: mariadb
// time-limit: 300
// The same suite as on SQLite: its columns take what they are given, and those of MariaDB do not.
process.env.TEST_DIALECT = 'mariadb';
await import('./hostileAgents.test.ts');
