/** Mail servers for tests: a real one in each mode of encryption, and one that follows a script of faults. */
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { selfSigned } from '../../server/kernel/http/outbound.testing.ts';
import type { TlsMode } from './settings.ts';

export const MAIL_HOST = 'mail.example.test';
export const USERNAME = 'fleetmend';
export const PASSWORD = 'four tall storks stand still';

/** A certificate for the server's name, trusted by this process. */
export const certificate = selfSigned(MAIL_HOST);
tls.setDefaultCACertificates([...tls.getCACertificates('default'), certificate.cert]);

export interface Received {
  /** When it had been read, in milliseconds since 1970. */
  at: number;
  to: string[];
  from: string;
  mail: ParsedMail;
  raw: string;
  /** Whether the connection was encrypted. */
  isEncrypted: boolean;
  /** The name in the greeting. */
  helo: string;
  /** Who had signed in. */
  user: string | null;
}

export interface MailServer {
  port: number;
  received: Received[];
  /** The answers to the next commands of this kind, instead of 250. */
  refuse: Record<'mail' | 'rcpt' | 'data', { code: number; text: string }[]>;
  /** How many connections were made. */
  connections(): number;
  stop(): Promise<void>;
}

interface Options {
  /** Default: any free port. */
  port?: number;
  mode?: TlsMode;
  /** Used instead of the trusted certificate. */
  certificate?: { key: string; cert: string };
  /** It takes mail only from clients that have signed in. */
  wantsLogin?: boolean;
  /** It refuses clients whose greeting has no full name, as Postfix's reject_non_fqdn_helo_hostname does. */
  isStrict?: boolean;
}

const notFull = (): Error =>
  Object.assign(new Error('Helo command rejected: need fully-qualified hostname'), { responseCode: 504 });

/** A real server on loopback. */
export async function startMailServer(options: Options = {}): Promise<MailServer> {
  const { mode = 'none', wantsLogin = false } = options;
  const received: Received[] = [];
  const refuse: MailServer['refuse'] = { mail: [], rcpt: [], data: [] };
  let connections = 0;
  const said = (where: keyof MailServer['refuse']): Error | null => {
    const next = refuse[where].shift();
    return next ? Object.assign(new Error(next.text), { responseCode: next.code }) : null;
  };
  const settings: SMTPServerOptions = {
    ...(options.certificate ?? certificate),
    secure: mode === 'tls',
    disabledCommands: [...(mode === 'starttls' ? [] : ['STARTTLS']), ...(wantsLogin ? [] : ['AUTH'])],
    authOptional: !wantsLogin,
    allowInsecureAuth: mode === 'none',
    logger: false,
    onConnect: (_session, done) => (connections++, done()),
    onAuth({ username, password }, _session, done) {
      if (username === USERNAME && password === PASSWORD) return done(null, { user: username });
      // Some servers quote what they were sent.
      done(new Error(`no such user ${username ?? ''} with ${password ?? ''}`));
    },
    onMailFrom: (_address, { hostNameAppearsAs: helo }, done) =>
      done(options.isStrict && !/^[\w-]+(\.[\w-]+)+$/.test(String(helo)) ? notFull() : said('mail')),
    onRcptTo: (_address, _session, done) => done(said('rcpt')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks);
        const refused = said('data');
        if (refused) return done(refused);
        void simpleParser(raw).then((mail) => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            at: Date.now(),
            to: rcptTo.map(({ address }) => address),
            from: mailFrom === false ? '' : mailFrom.address,
            mail,
            raw: raw.toString(),
            isEncrypted: session.secure,
            helo: String(session.hostNameAppearsAs),
            user: typeof session.user === 'string' ? session.user : null,
          });
          done(null, 'taken as 0815');
        });
      });
    },
  };
  const server = new SMTPServer(settings);
  // Clients that break off are part of these tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  // A test that fails stops no server, and the suite must end all the same.
  server.server.unref();
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse,
    connections: () => connections,
    stop: () => new Promise((resolve) => void server.close(resolve)),
  };
}

export type Badness =
  /** Accepts the connection and says nothing. */
  | 'silent'
  /** Greets, and says nothing more. */
  | 'hangs'
  /** Closes the connection while the message arrives. */
  | 'drops in the message'
  /** Takes the whole message and closes the connection before it answers. */
  | 'cuts the answer'
  /** Offers no STARTTLS. */
  | 'does not encrypt'
  /** Offers STARTTLS and refuses it. */
  | 'refuses to encrypt'
  /** Answers, but not in SMTP. */
  | 'is none';

export interface BadServer {
  port: number;
  /** What it does; may be changed between two mails. `well`: it takes mail. */
  does: Badness | 'well';
  /** What it does instead on the next connections, one entry for each. */
  next: (Badness | 'well')[];
  /** How many connections were made. */
  connections: number;
  /** Whole messages that it has read to their end. */
  messages: string[];
  /** Everything that it received. */
  heard: string[];
  stop(): Promise<void>;
}

/** Starts a server that speaks plain SMTP and follows the script. */
export async function startBadServer(does: BadServer['does']): Promise<BadServer> {
  const sockets = new Set<Socket>();
  const bad: BadServer = {
    port: 0,
    does,
    next: [],
    connections: 0,
    messages: [],
    heard: [],
    stop: () => Promise.resolve(),
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    bad.connections++;
    const own = bad.next.shift();
    const now = (): BadServer['does'] => own ?? bad.does;
    if (now() === 'silent') return;
    socket.write(now() === 'is none' ? 'HTTP/1.1 400 Bad Request\r\n\r\n' : '220 mail ESMTP\r\n');
    let message: string | null = null;
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      bad.heard.push(chunk.toString());
      if (now() === 'hangs') return;
      rest += chunk.toString();
      if (message !== null) {
        message += rest;
        rest = '';
        if (now() === 'drops in the message') return void socket.destroy();
        if (!message.endsWith('\r\n.\r\n')) return;
        bad.messages.push(message);
        message = null;
        if (now() === 'cuts the answer') return void socket.destroy();
        return void socket.write('250 taken\r\n');
      }
      for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
        const line = rest.slice(0, at).toUpperCase();
        rest = rest.slice(at + 2);
        if (line.startsWith('EHLO'))
          socket.write(now() === 'refuses to encrypt' ? '250-mail\r\n250 STARTTLS\r\n' : '250 mail\r\n');
        else if (line.startsWith('STARTTLS')) socket.write('454 not now\r\n');
        else if (line === 'DATA') {
          message = '';
          socket.write('354 go on\r\n');
        } else socket.write('250 ok\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  bad.port = (server.address() as AddressInfo).port;
  bad.stop = () =>
    new Promise((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  return bad;
}
