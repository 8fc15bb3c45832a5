import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChildOutput } from './process.ts';
import { waitFor } from './wait.ts';

const root = path.resolve(import.meta.dirname, '../..');

export const ADMIN_PASSWORD = 'seven quiet otters row north';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: IncomingHttpHeaders;
}

export interface ManagerOptions {
  listen?: string;
  port?: number;
  dataDir?: string;
  env?: Record<string, string>;
  /** Of `admin`; default ADMIN_PASSWORD. */
  adminPassword?: string;
  /** Flags of Node for the manager; none if absent. */
  nodeFlags?: readonly string[];
  /** Path of libfaketime: the manager's clock then follows `setClockAhead`. */
  faketime?: string;
}

interface Asked {
  method: string;
  resource: string;
  body: unknown;
  token: string | null | undefined;
  headers: Record<string, string>;
}

/** A kept-alive connection was closed by the manager before it answered. */
class StaleConnection extends Error {
  readonly code = 'ECONNRESET';

  constructor() {
    super('the manager closed a kept-alive connection before it answered');
  }
}

/** A real manager in a process of its own, with its API as `admin`; every answer is checked against the contract. */
export class ManagerProcess {
  readonly listen: string;
  /** The port; once started, the one it got if 0 was asked for. */
  port: number;
  readonly dataDir: string;
  #env: Record<string, string>;
  #adminPassword: string;
  #nodeFlags: readonly string[];
  #clockFile: string;
  #child: ChildProcess | undefined;
  #output: ChildOutput | undefined;
  #token: string | undefined;
  #agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });

  constructor(options: ManagerOptions, dataDir: string) {
    this.listen = options.listen ?? '127.0.0.1';
    this.port = options.port ?? 8443;
    this.dataDir = dataDir;
    this.#nodeFlags = options.nodeFlags ?? [];
    this.#adminPassword = options.adminPassword ?? ADMIN_PASSWORD;
    this.#clockFile = path.join(dataDir, '..', `${path.basename(dataDir)}.clock`);
    this.#env = {
      ...(process.env as Record<string, string>),
      FLEETMEND_DATA_DIR: dataDir,
      FLEETMEND_LISTEN: this.listen,
      FLEETMEND_PORT: String(this.port),
      FLEETMEND_WEB_NAMES: this.listen,
      FLEETMEND_ADMIN_PASSWORD: this.#adminPassword,
      FLEETMEND_VALIDATE_RESPONSES: 'true',
      // Uses a folder of its own, so that packages made in this checkout change nothing.
      FLEETMEND_PACKAGES_DIR: path.join(dataDir, 'packages'),
      ...(options.faketime === undefined ? {} : this.#faketimeEnv(options.faketime)),
      ...options.env,
    };
  }

  get url(): string {
    return `https://${this.listen}:${this.port}`;
  }

  get output(): string {
    return this.#output?.text ?? '';
  }

  /** The log without its ordinary lines, for a failing test. */
  get warnings(): string {
    return this.output
      .split('\n')
      .filter((line) => !line.includes('"level":"info"'))
      .map((line) => line.slice(0, 600))
      .slice(-10)
      .join('\n');
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** `from`: folder of another checkout; default this one. */
  async start(from = root): Promise<void> {
    await writeFile(this.#clockFile, '+0s\n');
    this.#child = spawn(process.execPath, [...this.#nodeFlags, 'server/main.ts'], {
      cwd: from,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#output = new ChildOutput(this.#child);
    await this.#output.untilListening();
    this.port = Number(/"event":"listening".*?"port":(\d+)/.exec(this.#output.text)?.[1] ?? this.port);
    // A restart uses the same port again.
    this.#env['FLEETMEND_PORT'] = String(this.port);
  }

  /** SIGKILL: nothing is tidied up. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.#end('SIGTERM');
  }

  /** Waits until it has ended by itself, and returns its exit code. */
  async ended(): Promise<number | null> {
    const child = this.#child;
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return child?.exitCode ?? null;
  }

  /** Puts the manager's wall clock so many seconds ahead of the machine's (with `faketime` only). */
  async setClockAhead(secs: number): Promise<void> {
    await writeFile(this.#clockFile, `+${secs}s\n`);
  }

  async signIn(): Promise<void> {
    const { status, body } = await this.call(
      'POST',
      '/api/v1/auth/login',
      { username: 'admin', password: this.#adminPassword },
      null,
    );
    if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`);
    this.#token = String(body.access_token);
  }

  get accessToken(): string {
    return this.#token ?? '';
  }

  /** One API call; JSON in, JSON (or text) out. Errors are answers, not exceptions. */
  async call<T = Record<string, unknown>>(
    method: string,
    resource: string,
    body?: unknown,
    token: string | null | undefined = this.#token,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const asked = { method, resource, body, token, headers };
    const child = this.#child;
    try {
      return await this.#callOnce<T>(asked);
    } catch (error) {
      // The manager closes idle connections, and on a busy machine a call may just be under way on one.
      const isAlive = child === this.#child && child?.exitCode === null && child.signalCode === null;
      if (!isAlive || !(error instanceof StaleConnection)) throw error;
      return this.#callOnce<T>(asked);
    }
  }

  #callOnce<T>({ method, resource, body, token, headers }: Asked): Promise<Answer<T>> {
    const sent = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = https.request(
        `${this.url}${resource}`,
        {
          method,
          agent: this.#agent,
          headers: {
            ...(sent === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () => {
            const json = response.headers['content-type']?.includes('json') ?? false;
            const content = (json ? JSON.parse(text) : text) as T;
            resolve({ status: response.statusCode ?? 0, body: content, headers: response.headers });
          });
          response.on('error', reject);
        },
      );
      request.on('error', (error: NodeJS.ErrnoException) =>
        reject(request.reusedSocket && error.code === 'ECONNRESET' ? new StaleConnection() : error),
      );
      request.end(sent);
    });
  }

  /** Like {@link call}, but throws unless the answer is a 2xx. */
  async must<T = Record<string, unknown>>(method: string, resource: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, resource, body);
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${method} ${resource} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Waits until `probe` of the resource is true, and returns the resource. */
  async until<T>(resource: string, probe: (body: T) => boolean, timeoutMs = 60_000): Promise<T> {
    let last: unknown;
    try {
      return await waitFor(
        async () => {
          const { status, body } = await this.call<T>('GET', resource);
          last = body;
          return status === 200 && probe(body) ? body : null;
        },
        { timeoutMs, everyMs: 100, what: resource },
      );
    } catch (error) {
      throw new Error(
        `${(error as Error).message}; last seen: ${JSON.stringify(last)?.slice(0, 2_000)}\n${this.warnings}`,
      );
    }
  }

  #faketimeEnv(library: string): Record<string, string> {
    return {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#clockFile,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

/** Makes (does not start) a manager with a data directory of its own. */
export async function createManager(options: ManagerOptions = {}): Promise<ManagerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'manager-')));
  return new ManagerProcess(options, dataDir);
}
