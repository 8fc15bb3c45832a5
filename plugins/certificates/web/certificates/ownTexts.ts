/** What the page says of an authority that was made elsewhere. */
export const ownTexts = {
  title: 'Use an authority of your own',
  what: 'Hosts can be moved to an authority of yours, in the same way and as safely. Either its key stays here and your offline root signs it (steps 1 and 2), or you bring a certificate and its key (step 2 alone). The commands for OpenSSL are in docs/certificates.md.',
  ask: '1. Ask your offline root',
  askWhat:
    'The manager makes a key, which never leaves it, and a request for its certificate. Carry the request to your root and sign it there.',
  make: 'Make the request',
  waits: 'Sign this request with your root, then bring in what it made.',
  drop: 'Throw the request away',
  dropTitle: 'Throw the request away?',
  dropWhat: 'Its key goes with it: a certificate that was made for it is of no use then.',
  bring: '2. Bring it in',
  certificates: 'Certificates',
  certificatesHelp:
    'In PEM form: that of the authority and, unless it is a root, that of the root that signed it.',
  key: 'Key',
  keyHelp:
    'Only for a pair of your own, without a passphrase. Leave it empty after step 1. It is not shown again.',
  begin: 'Check it and begin',
  beginTitle: 'Replace the root by this authority?',
  beginWhat:
    'It is judged first; what cannot work is refused, and nothing changes. Then every host gets a new certificate by itself. Nothing is taken away until you finish, and you can go back until then.',
} as const;
