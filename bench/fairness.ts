import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { WebSocket } from 'ws';
import type { Bench, Figure } from './bench.ts';
import { Caller } from './support/caller.ts';
import { prepareManager, startManager } from './support/manager.ts';
import { seedHosts } from './support/seedHosts.ts';
import { quantile } from './support/stats.ts';
import { withDirectory } from './support/temporary.ts';

const HOSTS = 1_000;
const CONNECTIONS = 60;
const SECONDS = Number(process.env['BENCH_FAIRNESS_SECS'] ?? 12);
/** Until the crowd has used up what it may use at full width. */
const WARM_MS = 3_000;
const EVERY_MS = 40;
const LIST = '/api/v1/hosts?limit=50';
const PASSWORD = 'four odd otters paddle at dawn';
/** A rule whose evaluation takes a second or two: every hour of every day of every week of a year. */
const RULE = `DTSTART:19700101T010000\nRRULE:FREQ=YEARLY;BYWEEKNO=${Array.from({ length: 53 }, (_, week) => week + 1).join()};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=1,2,3,4`;
/** Takes zxcvbn a second or two. */
const ODD_PASSWORD = 'p4$$w0rd1!'.repeat(12);
/** What a socket may send, see MAX_MESSAGES of the plugin `live`: two in a tenth of a second. */
const SUBSCRIBES_EVERY_MS = 100;

export const fairness: Bench = {
  name: 'fairness',
  about: `a reporter with ${CONNECTIONS} connections at each of four doors: the list of hosts of an administrator meanwhile`,
  run: (say) => withDirectory((dir) => measure(dir, say)),
};

/** A busy machine may take long over sixty handshakes at once, and a call may wait for its turn. */
const PATIENT = { connect: { rejectUnauthorized: false, timeout: 120_000 }, headersTimeout: 200_000 };

/** What the crowd was answered. */
type Answers = Map<number, number>;

/** One connection of the crowd, which calls as fast as it is answered. */
interface Member {
  call(method: string, resource: string, body?: unknown): Promise<number>;
}

/** A way to keep the manager busy; ends when told so. */
type Door = (crowd: Crowd) => Promise<void>;

interface Crowd {
  url: string;
  token: string;
  answers: Answers;
  /** Called once all of it are connected: what sixty handshakes cost is not what is measured. */
  ready(): void;
  isOver(): boolean;
}

async function measure(dir: string, say: (line: string) => void): Promise<{ figures: Figure[] }> {
  const dataDir = path.join(dir, 'manager');
  await prepareManager(dataDir);
  await seedHosts(dataDir, HOSTS);
  const manager = await startManager({ dataDir, env: { FLEETMEND_DISABLED_PLUGINS: 'polling' } });
  const admin = new Caller(manager.url, () => manager.accessToken);
  try {
    const token = await reporterOf(manager.url, manager.accessToken);
    await admin.once(LIST);
    const idle = await watch(admin, () => false);
    say(`alone: p99 ${quantile(idle, 0.99).toFixed(1)} ms of ${idle.length}`);
    const figures: Figure[] = [];
    for (const [name, door] of Object.entries(DOORS)) {
      const { ms, answers } = await meanwhile({ url: manager.url, token }, door, admin);
      const told = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ');
      say(`${name}: p99 ${quantile(ms, 0.99).toFixed(1)} ms of ${ms.length} (crowd: ${told})`);
      const failed = [...answers].filter(([status]) => status >= 500 || status === 0);
      if (failed.length > 0) throw new Error(`the crowd at ${name} met ${told}`);
      figures.push({
        name: `list of hosts beside ${name}, p99 of ${ms.length}`,
        value: quantile(ms, 0.99),
        unit: 'ms',
        base: { name: 'alone', value: quantile(idle, 0.99) },
        target: { of: 'value', max: 100 },
      });
      await sleep(WARM_MS);
    }
    return { figures };
  } finally {
    await admin.close();
    await manager.stop();
  }
}

/** The access token of a new reporter. */
async function reporterOf(url: string, adminToken: string): Promise<string> {
  const admin = new Client(url, { connect: { rejectUnauthorized: false } });
  const post = async (resource: string, body: unknown, headers = {}): Promise<Record<string, string>> => {
    const answer = await admin.request({
      path: resource,
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${resource} answered ${answer.statusCode}: ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
  };
  try {
    const draft = { username: 'rita', role: 'reporter', password: PASSWORD, must_change_password: false };
    await post('/api/v1/users', draft, { authorization: `Bearer ${adminToken}` });
    const signedIn = await post('/api/v1/auth/login', { username: 'rita', password: PASSWORD });
    return signedIn['access_token'] ?? '';
  } finally {
    await admin.close();
  }
}

/** Milliseconds of an administrator's lists while the crowd is at that door. */
async function meanwhile(
  { url, token }: Pick<Crowd, 'url' | 'token'>,
  door: Door,
  admin: Caller,
): Promise<{ ms: number[]; answers: Answers }> {
  const answers: Answers = new Map();
  let isOver = false;
  const { promise: isReady, resolve: ready } = Promise.withResolvers<void>();
  const crowd = door({ url, token, answers, ready, isOver: () => isOver });
  await Promise.race([isReady, crowd]);
  await sleep(WARM_MS);
  const ms = await watch(admin, () => false).finally(() => (isOver = true));
  await crowd;
  return { ms, answers };
}

async function watch(admin: Caller, isOver: () => boolean): Promise<number[]> {
  const all: number[] = [];
  for (const end = performance.now() + SECONDS * 1_000; performance.now() < end && !isOver();) {
    all.push(await admin.once(LIST));
    await sleep(EVERY_MS);
  }
  return all;
}

const DOORS: Readonly<Record<string, Door>> = {
  'previews of a recurrence': (crowd) =>
    calling(crowd, ({ call }) =>
      call('POST', '/api/v1/maintenance-windows/preview', {
        name: 'odd',
        timezone: 'Europe/Berlin',
        rrule: RULE,
        duration_secs: 3_600,
      }),
    ),
  'changes of the password': (crowd) =>
    calling(crowd, ({ call }) =>
      call('PUT', '/api/v1/users/me/password', { current_password: PASSWORD, new_password: ODD_PASSWORD }),
    ),
  'live sockets': (crowd) => subscribing(crowd),
  reports: (crowd) => calling(crowd, ({ call }) => call('GET', '/api/v1/reports/compliance?format=pdf')),
  'the same list': (crowd) => calling(crowd, ({ call }) => call('GET', LIST)),
};

async function calling(crowd: Crowd, act: (member: Member) => Promise<number>): Promise<void> {
  const clients = await connected(crowd);
  await Promise.all(
    clients.map(async (client) => {
      const leaving = new AbortController();
      const member = memberOf(client, crowd.token, leaving.signal);
      const end = setInterval(() => crowd.isOver() && leaving.abort(), 100);
      while (!crowd.isOver()) {
        const status = await act(member).catch((error: unknown) => {
          if (crowd.isOver()) return null;
          throw error;
        });
        if (status !== null) note(crowd.answers, status);
        // Whoever is told to come back does so.
        if (status === 429) await sleep(1_000);
      }
      clearInterval(end);
      await client.destroy();
    }),
  );
}

/** The clients of the crowd, each with its connection open. */
async function connected(crowd: Crowd): Promise<Client[]> {
  const clients = Array.from({ length: CONNECTIONS }, () => new Client(crowd.url, PATIENT));
  for (const client of clients)
    await (await client.request({ path: '/api/v1/status/health', method: 'GET' })).body.dump();
  crowd.ready();
  return clients;
}

const note = (answers: Answers, status: number): void =>
  void answers.set(status, (answers.get(status) ?? 0) + 1);

function memberOf(client: Client, token: string, signal: AbortSignal): Member {
  return {
    async call(method, resource, body) {
      const { statusCode, body: answer } = await client.request({
        path: resource,
        method: method as 'GET',
        signal,
        body: body === undefined ? null : JSON.stringify(body),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
      await answer.dump({ limit: 300_000_000 });
      return statusCode;
    },
  };
}

/** As many sockets as the account gets, each of which subscribes to jobs as fast as it may. */
async function subscribing(crowd: Crowd): Promise<void> {
  const clients = await connected(crowd);
  await Promise.all(
    clients.map(async (client) => {
      while (!crowd.isOver()) {
        const ticket = await ticketOf(client, crowd.token);
        const status = await subscribe(crowd, ticket);
        note(crowd.answers, status);
        if (status !== 101) await sleep(1_000);
      }
      await client.close();
    }),
  );
}

async function ticketOf(client: Client, token: string): Promise<string> {
  const { statusCode, body } = await client.request({
    path: '/api/v1/ws/ticket',
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = (await body.json()) as { ticket: string };
  if (statusCode !== 201) throw new Error(`no ticket: ${statusCode}`);
  return answer.ticket;
}

/** The status of the upgrade; 101 once the socket has ended well, 0 for one that the manager ended by a fault of its own. */
async function subscribe({ url, isOver }: Crowd, ticket: string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/ws/jobs?ticket=${ticket}`, {
    rejectUnauthorized: false,
  });
  const { promise, resolve } = Promise.withResolvers<number>();
  socket.on('error', () => resolve(0));
  socket.on('unexpected-response', (_req, res) => resolve(res.statusCode ?? 0));
  socket.on('close', (code) => resolve(code === 1011 ? 0 : 101));
  let number = 0;
  const talk = setInterval(() => {
    if (isOver()) return socket.close();
    if (socket.readyState !== WebSocket.OPEN) return;
    for (let message = 0; message < 2; message += 1)
      socket.send(JSON.stringify({ subscribe: { job_id: jobId((number += 1)), from_seq: 0 } }));
  }, SUBSCRIBES_EVERY_MS);
  return promise.finally(() => {
    clearInterval(talk);
    socket.terminate();
  });
}

/** Of no job: looking for it costs the same. */
const jobId = (number: number): string =>
  `019f0000-0000-7000-8000-${(number % 40).toString(16).padStart(12, '0')}`;
