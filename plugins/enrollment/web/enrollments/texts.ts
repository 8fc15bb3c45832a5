/** What the page of enrollments says. */
export const texts = {
  title: 'Enrollments',
  what: 'A host is let in when its fingerprint here is the one that its agent shows.',
  requests: 'Requests',
  add: 'Add a host',
  tokens: 'Tokens',
  history: 'History',
  noRequest: 'No host asks to be let in.',
  appears: 'A new one appears here by itself.',
  nobody: 'nobody, its time ran out',
  unknown: 'not recorded',
  noHistory: 'No request has been decided.',
  kept: 'What is decided is kept here for 30 days.',
  noToken: 'There is no token.',
  network: 'One address, or a network as 10.0.4.0/24. Left out: from anywhere.',
} as const;
