/** What the page says of an authority that was made elsewhere. */
export const ownTexts = {
  title: 'Use your own certificate authority',
  what: 'Hosts can be moved to your own CA in the same way. Either the key stays here and your offline root signs it (steps 1 and 2), or you import a certificate and its key (step 2 only).',
  commands: 'OpenSSL commands for each step',
  ask: '1. Certificate request',
  askWhat:
    'The manager creates a key, which never leaves it, and a certificate request. Sign the request with your offline root.',
  make: 'Create request',
  waits: 'Sign this request with your root, then import the certificate.',
  drop: 'Discard request',
  dropTitle: 'Discard request?',
  dropWhat: 'The key is deleted: a certificate issued for it can no longer be used.',
  bring: '2. Import',
  certificates: 'Certificates',
  certificatesHelp: 'PEM: the CA certificate and, unless it is a root, the root certificate that signed it.',
  key: 'Key',
  keyHelp:
    'Only for your own key pair, without a passphrase. Leave empty after step 1. The key is never shown again.',
  begin: 'Check and start',
  beginTitle: 'Replace the root with this CA?',
  beginWhat:
    'The CA is checked first; if it cannot work, nothing changes. Then every host gets a new certificate automatically. The old root stays trusted until you finish, and you can roll back until then.',
} as const;
