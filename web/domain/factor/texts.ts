export const TOTP_TEXTS = {
  scan: 'Scan this code with an authenticator app.',
  qr: 'QR code for the authenticator app. The key below is the same.',
  typed: 'If you cannot scan it, type this key into the app:',
  code: 'Verification code',
  codeHelp: 'Six digits. The app shows new ones every 30 seconds.',
  noCode: 'Enter the six digits shown in the app.',
  wrongCode: 'The code does not match this key. Check the clock of your device, and enter the next code.',
  expired: 'That took too long. Here is a new key: remove the old one from the app, and scan this one.',
  unsure: 'The app may already be enabled. Enter the next code to continue.',
  wasOn:
    'The app was enabled, but its recovery codes could not be shown. Here is a new key: remove the old one from the app, and scan this one. You then get new recovery codes; earlier ones no longer work.',
  submit: 'Enable',
  submitting: 'Enabling …',
} as const;

export const CODES_TEXTS = {
  heading: 'Your recovery codes',
  why: 'Each code opens your account once if you lose your other factors. They won’t be shown again.',
  print: 'Print',
  download: 'Download',
  kept: 'I’ve saved them',
} as const;

export const PASSKEY_TEXTS = {
  why: 'A security key, phone or computer that proves who you are, instead of a code or a password.',
  none: 'No passkeys yet.',
  unsupported: 'This browser does not support passkeys.',
  ipAddress:
    'Passkeys belong to a host name, and this page was opened by an IP address. Open Fleetmend by its host name to add one.',
  unnamed:
    'Passkeys are not available at this address: Fleetmend does not know it as its own. An administrator sets the public URL to the host name at which people open Fleetmend.',
  noName: 'Enter a name.',
  dismissed: 'No passkey was created: the request was cancelled, or took too long.',
  known: 'This device already has a passkey for your account.',
  refused:
    'The browser cannot create passkeys for this address. Open Fleetmend by its host name, over HTTPS.',
} as const;

/** Why a browser made no passkey, as a sentence; null: the error has another cause. */
export function passkeyProblem(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  const known: Readonly<Record<string, string>> = {
    NotAllowedError: PASSKEY_TEXTS.dismissed,
    AbortError: PASSKEY_TEXTS.dismissed,
    InvalidStateError: PASSKEY_TEXTS.known,
    SecurityError: PASSKEY_TEXTS.refused,
  };
  return known[error.name] ?? null;
}

/** The recovery codes as a text file, for a drawer or a safe. */
export function codesFile(codes: readonly string[], who: { username: string; host: string }): string {
  return [
    `Recovery codes of ${who.username} at ${who.host}`,
    'Each works once, in place of another second factor.',
    '',
    ...codes,
    '',
  ].join('\n');
}
