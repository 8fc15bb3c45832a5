import type { NodemailerError } from 'nodemailer/lib/errors';
import { http } from '#sdk';
import type { MailServer } from '../settings.ts';

/** How far the sending of a mail came. */
export type Stage = 'connect' | 'login' | 'send';

/** Why a mail was not taken. The message is for people: shortened, on one line, without the password. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /** `refused`: sending the same mail again is no use. */
  readonly kind: 'later' | 'refused';
  readonly stage: Stage;

  constructor(kind: 'later' | 'refused', stage: Stage, message: string) {
    super(message);
    this.kind = kind;
    this.stage = stage;
  }
}

const MAX_QUOTED = 300;

const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|certificate|altnames/;

/** The texts that people read, by the code of the library or of the system. */
const BY_CODE: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^ECONNREFUSED$/, 'Connection refused: no mail server listens at this address and port.'],
  [
    /^(ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|CONNECT_TIMEOUT|ETIMEDOUT)$/,
    'The mail server cannot be reached.',
  ],
  [/^GREETING_TIMEOUT$/, 'The server accepted the connection but did not respond.'],
  [/^(SOCKET_TIMEOUT|UPGRADE_TIMEOUT)$/, 'The server stopped responding.'],
  [/^(ECONNECTION|ECONNRESET|EPIPE|ESOCKET)$/, 'The connection was lost.'],
  [/^EPROTOCOL$/, 'The response is not from a mail server.'],
];

/** Replies that refuse the sender and not the mail (RFC 4954, section 6). */
const ABOUT_THE_SIGN_IN: readonly number[] = [530, 534, 535, 538];

/**
 * Makes a MailFailure of any error of a sending. A 5xx refuses the mail for good only once the mail itself was offered:
 * what a server says before that is about the settings, which can be put right while the mail waits.
 */
export function failureOf(error: NodemailerError, stage: Stage, server: MailServer): MailFailure {
  const code = error.responseCode ?? 0;
  const isForGood = stage === 'send' && error.permanent === true && !ABOUT_THE_SIGN_IN.includes(code);
  return new MailFailure(isForGood ? 'refused' : 'later', stage, messageOf(error, stage, server));
}

function messageOf(error: NodemailerError, stage: Stage, server: MailServer): string {
  const said = error.response ? ` It said: ${masked(error.response, server)}` : '';
  const { originalCode = '', code = '', message, timeoutType = '' } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH' || stage === 'login')
    return `The server does not accept the user name and the password.${said}`;
  if (CERTIFICATE.test(originalCode) || (code === 'ETLS' && CERTIFICATE.test(message)))
    return `The certificate of the server is not trusted: ${masked(reasonOf(message), server)}`;
  if (error.command === 'STARTTLS' || /STARTTLS/.test(message))
    return `The server does not encrypt the connection (STARTTLS), so nothing was sent.${said}`;
  if (code === 'ETLS' || /^ERR_SSL|^EPROTO/.test(originalCode))
    return 'No encrypted connection could be made. Check that port and encryption match.';
  if (error.responseCode) return `The server refused the mail.${said}`;
  // The type of a timeout says more than the library's code, which is the same for all of them.
  const known = [timeoutType, originalCode, code].flatMap((word) =>
    BY_CODE.filter(([pattern]) => pattern.test(word)),
  );
  return known[0] ? known[0][1] : `The mail could not be sent: ${masked(message, server)}`;
}

const reasonOf = (message: string): string => message.replace(/^Error initiating TLS - /, '');

/** What a server said, as one short line. Some servers quote what they were sent, including the password. */
export function masked(text: string, { username, password }: MailServer): string {
  const secrets = password
    ? [password, base64(password), base64(`\0${username}\0${password}`), encodeURIComponent(password)]
    : [];
  const open = secrets.reduce((rest, secret) => rest.replaceAll(secret, http.MASK), text);
  const line = open.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return line.length > MAX_QUOTED ? `${line.slice(0, MAX_QUOTED - 1)}…` : line;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
