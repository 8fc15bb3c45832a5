/** What the page of enrollments says. */
export const texts = {
  title: 'Enrollments',
  what: 'Approve a host only if its fingerprint matches the agent’s.',
  requests: 'Requests',
  add: 'Add a host',
  tokens: 'Tokens',
  history: 'History',
  noRequest: 'No pending requests',
  appears: 'New requests appear here automatically.',
  nobody: 'Expired',
  unknown: 'not recorded',
  noHistory: 'No decided requests',
  kept: 'Decided requests are kept for 30 days.',
  noToken: 'No enrollment tokens.',
  network: 'An address, or a network such as 10.0.4.0/24. Default: any.',
} as const;
