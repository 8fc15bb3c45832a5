import { isIP } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { guarded, type Context } from '#sdk';
import { MAIL_PORTS, OWN_RELAY, type MailServer } from '../settings.ts';
import { composed, type Mail } from './mime.ts';
import { failureOf, MailFailure, masked, type Stage } from './mailFailure.ts';

/** The limits of one attempt; the outbox gives up a little later. */
const TIMES = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000 };
const MAX_RESPONSE_BYTES = 16_384;
const NAME_TOO_SLOW = 'The host name of the mail server could not be resolved in time.';

export interface Sending {
  server: MailServer;
  mail: Mail;
  signal: AbortSignal;
}

/**
 * Hands one mail to the server and returns its last reply (RFC 5321). The name is resolved once, and only judged
 * addresses are connected to. `starttls` never goes on without encryption, and certificates are verified against the
 * roots of the system by the name that is configured. Throws MailFailure.
 */
export async function sendMail(
  outbound: Context['outbound'],
  { server, mail, signal }: Sending,
): Promise<string> {
  const message = await composed(mail);
  const found = await outbound.addressesOf({
    hostname: server.host,
    reach: 'network',
    allow: MAIL_PORTS.includes(server.port) ? ['LOOPBACK', 'OWN_ADDRESS'] : [],
    signal,
  });
  if (!found.ok) {
    const { message, refusal } = found.failure;
    const isOwn = refusal === 'LOOPBACK' || refusal === 'OWN_ADDRESS';
    const why = isOwn ? `${message} ${OWN_RELAY}` : message;
    throw new MailFailure('later', 'connect', signal.aborted ? NAME_TOO_SLOW : why);
  }
  const session = new Session(server, found.addresses[0], signal);
  try {
    await session.step('connect', (done) => session.connection.connect(done));
    if (server.username !== '')
      await session.step('login', (done) =>
        session.connection.login({ user: server.username, pass: server.password ?? '' }, done),
      );
    const envelope = { from: mail.from, to: [...mail.to], size: message.length };
    const { response } = await session.step('send', (done: Done<{ response: string }>) =>
      session.connection.send(envelope, message, done),
    );
    session.quit();
    return masked(response, server);
  } catch (error) {
    session.connection.close();
    throw error;
  }
}

type Done<T> = (error?: Error | null, result?: T) => void;

/** One connection; an error of it ends the step that is waited for. */
class Session {
  readonly connection: SMTPConnection;
  readonly #server: MailServer;
  readonly #broken: Promise<never>;
  #stage: Stage = 'connect';

  constructor(server: MailServer, address: string, signal: AbortSignal) {
    this.#server = server;
    const { host, port, tlsMode, heloName } = server;
    this.connection = new SMTPConnection({
      ...TIMES,
      host: address,
      port,
      maxResponseSize: MAX_RESPONSE_BYTES,
      socketCloseTimeout: 1_000,
      // Without one the connection would name this machine, or [127.0.0.1] where that has no dot.
      ...(heloName === null ? {} : { name: heloName }),
      secure: tlsMode === 'tls',
      requireTLS: tlsMode === 'starttls',
      ignoreTLS: tlsMode === 'none',
      opportunisticTLS: false,
      tls: {
        ...(isIP(host) ? {} : { servername: host }),
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      },
    });
    this.#broken = new Promise((_, reject) => {
      this.connection.on(
        'error',
        guarded((error: Error) => reject(this.#failed(error))),
      );
      const give = guarded(() => {
        reject(new MailFailure('later', this.#stage, 'The server took too long.'));
        this.connection.close();
      });
      if (signal.aborted) give();
      else signal.addEventListener('abort', give, { once: true });
    });
    // The waiting step gets the error; an error after the last step does not matter.
    this.#broken.catch(() => undefined);
  }

  async step<T>(stage: Stage, run: (done: Done<T>) => void): Promise<T> {
    this.#stage = stage;
    const result = new Promise<T>((resolve, reject) => {
      run((error, value) => (error ? reject(this.#failed(error)) : resolve(value as T)));
    });
    result.catch(() => undefined);
    return Promise.race([result, this.#broken]);
  }

  quit(): void {
    this.connection.quit();
  }

  #failed(error: Error): MailFailure {
    return error instanceof MailFailure ? error : failureOf(error, this.#stage, this.#server);
  }
}
