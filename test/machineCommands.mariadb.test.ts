// needs: mariadb
// time-limit: 300
// The same suite as on SQLite.
process.env['TEST_DIALECT'] = 'mariadb';
await import('./machineCommands.test.ts');
