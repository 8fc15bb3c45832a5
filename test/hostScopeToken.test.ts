// time-limit: 300
// Every operation of the contract, called with an API token that is limited to half of the fleet.
process.env['SCOPED_AS'] = 'token';
await import('./hostScope.test.ts');
