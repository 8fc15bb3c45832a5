export const TOTP_TEXTS = {
  scan: 'Scan this code with an authenticator app.',
  qr: 'QR code for the authenticator app. The key below is the same.',
  typed: 'If you cannot scan it, type this key into the app:',
  code: 'First code of the app',
  codeHelp: 'Six digits. The app shows new ones every 30 seconds.',
  noCode: 'Enter the six digits that the app shows.',
  wrongCode:
    'That is not the code of this key. Look whether the clock of your device is right, and take the next code.',
  expired: 'That took too long. Here is a new key: remove the old one from the app, and scan this one.',
  unsure: 'The app may be on all the same. Send its next code: you then see here how it goes on.',
  wasOn:
    'The app was turned on, but its recovery codes could not be shown. So here is a new key: remove the old one from the app, and scan this one. You then get new codes; earlier ones no longer work.',
  submit: 'Turn it on',
  submitting: 'Turning on …',
} as const;

export const CODES_TEXTS = {
  heading: 'Your recovery codes',
  why: 'Each of them opens your account once when you have lost your other factors. They are not shown again.',
  print: 'Print',
  download: 'Download',
  kept: 'I have kept them',
} as const;

export const PASSKEY_TEXTS = {
  why: 'A key, phone or computer that proves who you are, in place of a code, or of the password as well.',
  none: 'No passkey yet.',
  unsupported: 'This browser does not support passkeys.',
  noName: 'Enter a name.',
  dismissed: 'No passkey was made: the request was cancelled, or took too long.',
  known: 'This device holds a passkey of your account already.',
  refused: 'The browser makes no passkey for this address. Open Fleetmend by its name, over HTTPS.',
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
