// needs: mariadb
// time-limit: 240
// The same suite as on SQLite.
process.env['TEST_DIALECT'] = 'mariadb';
await import('./schedules.test.ts');
