// needs: mariadb
// time-limit: 300
// The same suites as on SQLite.
process.env.TEST_DIALECT = 'mariadb';
await import('./hosts.test.ts');
await import('./service/paging.test.ts');
await import('./service/listFilters.test.ts');
await import('./service/exposure.test.ts');
await import('./service/polls.test.ts');
await import('./service/pollIntervals.test.ts');
await import('./groups.test.ts');
