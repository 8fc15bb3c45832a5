export const texts = {
  title: 'Console certificate',
  intro: 'The certificate for browsers and API clients. Agents always use the internal CA.',
  shown: {
    internal_ca: 'Browsers get a certificate of the internal CA, which they do not trust by default.',
    custom: 'Browsers get your own certificate.',
    off: '',
  },
  none: 'No certificate of your own is configured. Set web_cert_file and web_key_file in the configuration, and restart the manager.',
  unusable: 'The configured certificate cannot be used.',
  show: { internal_ca: 'Use internal certificate', custom: 'Use own certificate' },
  asking: 'Switching …',
  confirm: 'Confirm',
  confirming: 'Confirming …',
  takenBackAt: 'The change is reverted at',
  unlessConfirmed: 'unless this browser confirms it over a connection with the new certificate.',
  notAccepted:
    'This browser could not reach the manager with the new certificate. Without confirmation, the previous one is restored automatically. To keep the new one, open this page in another tab, accept the certificate there, and confirm.',
  confirmed: 'Confirmed: the new certificate stays in use.',
};
