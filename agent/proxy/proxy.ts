import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { guarded } from '../../server/shared/guarded.ts';
import { readNoProxy } from './noProxy.ts';
import type { NoProxy } from './noProxy.ts';

/** For the name, the connection and the answer; a proxy that tries to reach the manager takes most of it. */
const answerTimeoutMs = 15_000;
const maxAnswerBytes = 16 * 1024;

/**
 * What fails on the way through a proxy. `name`: the proxy's name cannot be resolved; `port`: nothing takes the
 * connection; `credentials`: it wants others, or some; `address`: it forbids the manager's; `manager`: it cannot reach
 * the manager; `answer`: it cut the connection, or speaks something else.
 */
export type ProxyHop = 'name' | 'port' | 'credentials' | 'address' | 'manager' | 'answer';

const advices: Readonly<Record<ProxyHop, string>> = {
  name: 'look at https_proxy, and at the DNS that this host uses',
  port: 'look at https_proxy, at the proxy, and at firewalls between this host and it',
  credentials: 'set https_proxy = "http://USER:PASSWORD@HOST:PORT" in /etc/fleetmend/agent.toml',
  address: "ask the proxy's administrator to let this host CONNECT to the manager's address and port",
  manager:
    "look at manager_url, and at the way from the proxy to the manager: the proxy's DNS and its firewalls",
  answer: 'look whether https_proxy names an HTTP proxy, and into its log',
};

/** No way leads through the proxy; the message names it and the hop, and holds no credentials. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly hop: ProxyHop;

  constructor(hop: ProxyHop, message: string, cause?: unknown) {
    super(message, { cause });
    this.hop = hop;
  }

  /** What to do about it. */
  get advice(): string {
    return advices[this.hop];
  }

  /** Whether the proxy itself says no; asking it again would not help. */
  get isRefusal(): boolean {
    return this.hop === 'credentials' || this.hop === 'address';
  }
}

/** The HTTP proxy through which this host reaches its manager, by CONNECT: what goes through it is TLS from end to end. */
export class HttpProxy {
  readonly #url: URL;
  readonly #noProxy: NoProxy;

  /** `url`: as `proxyUrl` of the configuration has checked it. */
  constructor(url: string, noProxy: string | null) {
    this.#url = new URL(url);
    this.#noProxy = readNoProxy(noProxy ?? '');
  }

  /** Host and port, for people. */
  get name(): string {
    return `${this.#url.hostname}:${this.#port}`;
  }

  get host(): string {
    return this.#url.hostname.replace(/^\[|\]$/g, '');
  }

  get #port(): number {
    return Number(this.#url.port || 80);
  }

  /** Entries of `no_proxy` that count for nothing. */
  get ignored(): readonly string[] {
    return this.#noProxy.ignored;
  }

  /** Whether connections to this URL go through it. */
  serves(url: URL): boolean {
    return !this.#noProxy.covers(url.hostname);
  }

  /** Opens a connection to the URL's host through it. Throws ProxyError. */
  open(
    url: URL,
    { localAddress, signal }: { localAddress?: string | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<Socket> {
    const target = `${url.hostname}:${url.port || 443}`;
    const late = AbortSignal.timeout(answerTimeoutMs);
    return new Promise((resolve, reject) => {
      const call = request({
        host: this.host,
        port: this.#port,
        method: 'CONNECT',
        path: target,
        agent: false,
        maxHeaderSize: maxAnswerBytes,
        signal: signal ? AbortSignal.any([signal, late]) : late,
        headers: { host: target, ...this.#authorization() },
        ...(localAddress === undefined ? {} : { localAddress }),
      });
      let isReached = false;
      call.once(
        'socket',
        guarded((socket: Socket) => socket.once('connect', () => (isReached = true))),
      );
      call.once(
        'error',
        guarded((error: NodeJS.ErrnoException) => {
          if (signal?.aborted) return reject(signal.reason as Error);
          reject(late.aborted ? this.#lateError(isReached) : this.#connectError(error));
        }),
      );
      call.once(
        'connect',
        guarded((answer: IncomingMessage, socket: Socket, head: Buffer) => {
          // Whoever takes it over handles later errors; until then none must end the process.
          socket.on('error', () => undefined);
          const problem = this.#refusal(answer, target) ?? this.#chatter(head);
          if (problem === null) return resolve(socket);
          socket.destroy();
          reject(problem);
        }),
      );
      call.end();
    });
  }

  #authorization(): { 'proxy-authorization'?: string } {
    const { username, password } = this.#url;
    if (username === '' && password === '') return {};
    const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
  }

  #connectError(error: NodeJS.ErrnoException): ProxyError {
    const { code = '', message } = error;
    if (error.syscall === 'getaddrinfo')
      return new ProxyError('name', `the name of the proxy ${this.name} cannot be resolved (${code})`, error);
    if (code.startsWith('HPE_')) return this.#noProxyThere(code, error);
    if (error.syscall === 'connect' || error instanceof AggregateError)
      return new ProxyError('port', `the proxy ${this.name} cannot be reached (${code})`, error);
    return new ProxyError('answer', `the proxy ${this.name} cut the connection (${code || message})`, error);
  }

  #noProxyThere(code: string, error: Error): ProxyError {
    const what =
      code === 'HPE_HEADER_OVERFLOW'
        ? `the answer of the proxy ${this.name} is larger than ${maxAnswerBytes / 1024} KiB`
        : `what answers at ${this.name} is no HTTP proxy (${code})`;
    return new ProxyError('answer', what, error);
  }

  #lateError(isReached: boolean): ProxyError {
    const secs = answerTimeoutMs / 1000;
    return isReached
      ? new ProxyError('manager', `the proxy ${this.name} opened no way to the manager within ${secs} s`)
      : new ProxyError('port', `the proxy ${this.name} cannot be reached: no answer within ${secs} s`);
  }

  /** Null: the way is open. */
  #refusal({ statusCode = 0, headers }: IncomingMessage, target: string): ProxyError | null {
    if (statusCode >= 200 && statusCode < 300) return null;
    if (statusCode === 407) return this.#credentialsError(headers['proxy-authenticate'] ?? []);
    if (statusCode === 403)
      return new ProxyError('address', `the proxy ${this.name} forbids connections to ${target} (403)`);
    if (statusCode >= 502 && statusCode <= 504)
      return new ProxyError(
        'manager',
        `the proxy ${this.name} cannot reach the manager at ${target} (${statusCode}${squidReason(headers)})`,
      );
    return new ProxyError('answer', `the proxy ${this.name} answered ${statusCode} instead of a connection`);
  }

  #credentialsError(schemes: string | readonly string[]): ProxyError {
    const named = [schemes].flat().map((text) => /^[A-Za-z0-9-]{1,40}/.exec(text)?.[0] ?? '');
    const asks = `the proxy ${this.name} asks for`;
    if (named.length > 0 && !named.some((scheme) => scheme.toLowerCase() === 'basic'))
      return new ProxyError(
        'credentials',
        `${asks} credentials by ${named.join(', ')}, and this agent has Basic alone (407)`,
      );
    return this.#url.username === ''
      ? new ProxyError('credentials', `${asks} a user name and a password, and https_proxy has none (407)`)
      : new ProxyError(
          'credentials',
          `the proxy ${this.name} refuses the user name or the password of https_proxy (407)`,
        );
  }

  /** Before the client's hello a manager says nothing, so these bytes are the proxy's own. */
  #chatter(head: Buffer): ProxyError | null {
    return head.length === 0
      ? null
      : new ProxyError('answer', `the proxy ${this.name} sent more than an answer to CONNECT`);
  }
}

/** Squid's own word for what failed, such as ERR_DNS_FAIL. */
function squidReason({ 'x-squid-error': said }: IncomingMessage['headers']): string {
  const word = typeof said === 'string' ? /^ERR_[A-Z_]{1,40}/.exec(said)?.[0] : undefined;
  return word === undefined ? '' : `, ${word}`;
}
