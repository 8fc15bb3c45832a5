import type { ConnectionState } from '../core/connection.ts';
import { plural } from '../core/format.ts';
import type { Section } from '../core/page.ts';

/** Told above every page while the manager, or its live events, cannot be reached; the time follows. */
export const CONNECTION_TEXTS: Readonly<
  Record<Exclude<ConnectionState, 'connected'>, readonly [string, string]>
> = {
  offline: ['No connection to the manager since', 'Reconnecting … Until then this page may show old data.'],
  'not-live': [
    'No live updates since',
    'The manager answers, but changes do not reach this page automatically. Reload the page to see them.',
  ],
};

/** Told above the page of now when something failed that was started at the page of this title. */
export const lateText = (title: string): string => `An action on the page “${title}” has failed.`;

/** Asked before a page is left on which something was typed and not saved. */
export const LEAVING = {
  typed: {
    title: 'Discard unsaved changes?',
    text: 'What you entered on this page has not been saved.',
    action: 'Discard changes',
    dismiss: 'Stay on this page',
  },
  secret: {
    title: 'Leave without copying the secret?',
    text: 'The secret won’t be shown again.',
    action: 'Leave',
    dismiss: 'Stay on this page',
  },
};

export const CONNECTED_AGAIN = 'Connected to the manager again.';

export const SECTION_TEXTS: Readonly<Record<Section, string>> = {
  fleet: 'Fleet',
  work: 'Work',
  evidence: 'Evidence',
  settings: 'Settings',
};

/** “3 requests waiting”; the link's name goes before. */
export const waitingText = (count: number): string => `${plural(count, 'request')} waiting`;

/** In the side bar, in place of shared views that are pinned. */
export const PINS_MISSING = 'Pinned shared views could not be loaded.';

export const unreadText = (count: number): string =>
  count === 0 ? 'Notifications' : `Notifications, ${plural(count, 'unread', 'unread')}`;

export const brokenText = (plugin: string, why: string): string =>
  `The pages of the plugin ${plugin} could not be loaded: ${why.replace(/\.$/, '')}. Everything else works. Report this to whoever installed the plugin.`;

/** Texts of the dialog that asks for a proof before a dangerous action. */
export const PROOF_TEXTS = {
  heading: 'Confirm it’s you',
  why: (name: string): string =>
    `Prove that you are ${name} before this is done. You won’t be asked again for 10 minutes.`,
  confirm: 'Confirm',
  confirming: 'Confirming …',
  ways: {
    password: 'Use your password',
    code: 'Use a code from your authenticator app',
    passkey: 'Use your passkey',
    recovery: 'Use a recovery code',
  },
  passkeyHint: 'Your browser asks for a passkey of this account.',
  recoveryHint: 'One of the ten codes shown when you set up the second factor. Each works once.',
  noPassword: 'Enter your password.',
  noCode: 'Enter the six digits shown in the app.',
  noRecovery: 'Enter one of your recovery codes, as it was shown.',
  wrong: {
    password: 'The password is wrong.',
    code: 'The code is wrong, or was used before. Wait for the next one.',
    recovery: 'This code is not one of your recovery codes, or it was used before.',
  },
};

/** Texts of the page for a person who must first set up a second factor. */
export const SETUP_TEXTS = {
  heading: 'Set up a second factor',
  why: 'Your role requires a second factor in addition to the password. Once it is set up, you continue to the page that you asked for.',
  app: 'You need an authenticator app on your phone or computer. It shows a new code every 30 seconds, which you enter when you sign in.',
  passkey:
    'A passkey is a key, phone or computer that proves who you are. Your browser asks for it when you sign in.',
  useApp: 'Use an authenticator app instead',
  usePasskey: 'Use a passkey instead',
  signOut: 'Sign out',
};

/** Texts of the same dialog, for the identity provider. */
export const SSO_PROOF_TEXTS = {
  way: 'Use single sign-on',
  hint: 'Sign in at your identity provider in the window that opens, then continue here.',
  open: 'Open the window',
  again: 'Open the window again',
  waiting: 'Waiting for the other window …',
};
