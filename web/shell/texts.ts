import type { ConnectionState } from '../core/connection.ts';
import { plural } from '../core/format.ts';
import type { Section } from '../core/page.ts';

/** Told above every page while the manager, or its live events, cannot be reached; the time follows. */
export const CONNECTION_TEXTS: Readonly<
  Record<Exclude<ConnectionState, 'connected'>, readonly [string, string]>
> = {
  offline: [
    'No connection to the manager since',
    'What you see may be old. It is read again by itself once the manager answers.',
  ],
  'not-live': [
    'No live updates since',
    'The manager answers, but what changes does not reach this page by itself: load it anew to see it.',
  ],
};

/** Told above the page of now when something failed that was started at the page of this title. */
export const lateText = (title: string): string => `What you started at “${title}” has failed.`;

export const CONNECTED_AGAIN = 'Connected to the manager again.';

export const SECTION_TEXTS: Readonly<Record<Section, string>> = {
  operate: 'Operate',
  exposure: 'Exposure',
  automate: 'Automate',
  evidence: 'Evidence',
  administration: 'Administration',
};

/** “3 requests waiting”; the link's name goes before. */
export const waitingText = (count: number): string => `${plural(count, 'request')} waiting`;

export const unreadText = (count: number): string =>
  count === 0 ? 'Notifications' : `Notifications, ${plural(count, 'unread', 'unread')}`;

export const brokenText = (plugin: string, why: string): string =>
  `The pages of the plugin ${plugin} are left out: ${why.replace(/\.$/, '')}. All else works; tell whoever installed it.`;

/** Texts of the dialog that asks for a proof before a dangerous action. */
export const PROOF_TEXTS = {
  heading: 'Say again who you are',
  why: (name: string): string =>
    `Before this is done, Fleetmend makes sure that it is ${name} who asks for it. The proof counts for ten minutes.`,
  confirm: 'Confirm',
  confirming: 'Confirming …',
  ways: {
    password: 'Use your password',
    code: 'Use a code of your authenticator app',
    passkey: 'Use your passkey',
    recovery: 'Use a recovery code',
  },
  passkeyHint: 'Your browser asks for a passkey of this account.',
  recoveryHint: 'One of the ten that were shown when you set the second factor up. Each works once.',
  noPassword: 'Enter your password.',
  noCode: 'Enter the six digits that the app shows.',
  noRecovery: 'Enter one of your recovery codes, as it was shown.',
  wrong: {
    password: 'The password is wrong.',
    code: 'The code is wrong, or was used before. Wait for the next one.',
    recovery: 'This is not one of your recovery codes, or it was used before.',
  },
};

/** Texts of the page for a person who must first set up a second factor. */
export const SETUP_TEXTS = {
  heading: 'Set a second factor up',
  why: 'Your role must have one besides the password. As soon as it is set up, you go on where you wanted to go.',
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
  hint: 'Your identity provider asks in a window of its own. This page waits for it.',
  open: 'Open the window',
  again: 'Open the window again',
  waiting: 'Waiting for the other window …',
};
