export const texts = {
  title: 'Certificate of this page',
  intro:
    'What browsers and tools are shown on new connections. Agents see the certificate of the internal authority in any case.',
  shown: {
    internal_ca:
      'Browsers are shown the certificate of the internal authority, which they do not know by themselves.',
    custom: 'Browsers are shown your own certificate.',
    off: '',
  },
  none: 'There is no certificate of your own on this manager. Name its files in the configuration (web_cert_file and web_key_file), and start the manager again.',
  unusable: 'The certificate that the configuration of this manager names cannot be used.',
  show: { internal_ca: 'Show that of the internal authority', custom: 'Show my own certificate' },
  asking: 'Showing it …',
  confirm: 'Confirm',
  confirming: 'Confirming …',
  takenBackAt: 'The change is taken back at',
  unlessConfirmed: 'unless this browser confirms it over a connection with the new certificate.',
  notAccepted:
    'This browser did not reach the manager by the new certificate. Where you do nothing, the former one comes back by itself. To keep the new one, open this page in another tab, accept the certificate there, and confirm.',
  confirmed: 'Confirmed: this browser was shown the new certificate, and it stays.',
};
