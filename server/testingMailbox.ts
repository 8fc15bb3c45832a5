import type { AddressInfo } from 'node:net';

/** A mail as its readers see it. */
export interface ReceivedMail {
  /** Sender in the SMTP envelope; `to` is from there too, and names who really gets the mail. */
  from: string;
  to: string[];
  subject: string;
  messageId: string | null;
  text: string;
  /** Null when the mail has no such part. */
  html: string | null;
  headers: ReadonlyMap<string, unknown>;
}

/** A mail server of the test, with what it has taken. */
export interface Mailbox {
  host: string;
  port: number;
  /** The mails in the order in which they arrived. */
  mails: ReceivedMail[];
  /** Answers the next mail with this SMTP code instead of taking it (4xx: try again, 5xx: never). */
  refuseNext(code: number): void;
  stop(): Promise<void>;
}

/**
 * A real SMTP server on loopback that keeps the mails it gets. Its libraries (smtp-server, mailparser) are for tests
 * alone: users of the kit outside this repository install them themselves.
 */
export async function createMailbox(): Promise<Mailbox> {
  const { SMTPServer } = await import('smtp-server');
  const { simpleParser } = await import('mailparser');
  const mails: ReceivedMail[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const code = refusal;
      refusal = null;
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      const to = envelope.rcptTo.map(({ address }) => address);
      simpleParser(stream).then(({ subject = '', messageId = null, text = '', html, headers }) => {
        if (code !== null)
          return done(Object.assign(new Error('refused by the test'), { responseCode: code }));
        mails.push({
          from,
          to,
          subject,
          messageId,
          text,
          html: html === false ? null : (html ?? null),
          headers,
        });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    host: '127.0.0.1',
    port: (server.server.address() as AddressInfo).port,
    mails,
    refuseNext: (code) => void (refusal = code),
    stop: () => new Promise((resolve) => void server.close(resolve)),
  };
}
