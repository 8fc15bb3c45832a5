import { request as ask, Agent } from 'node:https';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newKey, request } from '../plugins/enrollment/enrollment.testing.ts';
import type { Bench, Figure } from './bench.ts';
import { Caller } from './support/caller.ts';
import { startManager } from './support/manager.ts';
import { quantile } from './support/stats.ts';
import { threadsCpuMsOf } from './support/proc.ts';
import { withDirectory } from './support/temporary.ts';

const HOSTS = 1_000;
/** 10,000 hosts in ten minutes are 17 a second. */
const PER_SECOND = 20;
const AT_ONCE = 32;
const PERSON_EVERY_MS = 50;
/** What somebody asks who watches the roll-out. */
const LOOKS = ['/api/v1/hosts?limit=50', '/api/v1/admin/enrollments', '/api/v1/status/fleet'];

export const enrollment: Bench = {
  name: 'enrollment',
  about: `${HOSTS} hosts enroll by token from one address: ${PER_SECOND} a second, then ${AT_ONCE} at once; a person looks on`,
  run: (say) =>
    withDirectory(async (dir) => {
      const databaseUrl = process.env['BENCH_DATABASE_URL'];
      const manager = await startManager({
        dataDir: path.join(dir, 'manager'),
        env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
      });
      try {
        const token = await newToken(manager.url, manager.accessToken);
        const bodies = Array.from({ length: 2 * HOSTS }, (_, at) => hostBody(at, token));
        const bed = { url: manager.url, pid: manager.pid, person: () => manager.accessToken };
        say('in turn');
        const paced = await watched(bed, () => inTurn(manager.url, bodies.slice(0, HOSTS)));
        say('all at once');
        const hurried = await watched(bed, () => atOnce(manager.url, bodies.slice(HOSTS)));
        return {
          figures: [
            ...figuresOf(`${PER_SECOND} a second`, paced),
            ...figuresOf(`${AT_ONCE} at once`, hurried),
          ],
        };
      } finally {
        await manager.stop();
      }
    }),
};

interface Measured {
  /** Of the two calls of each host: request, and fetching the certificate. */
  enrollMs: number[];
  statusMs: number[];
  secs: number;
  personMs: number[];
  cpuMs: number;
}

type Timed = Pick<Measured, 'enrollMs' | 'statusMs'>;

async function watched(
  { url, pid, person }: { url: string; pid: number; person: () => string },
  work: () => Promise<Timed>,
): Promise<Measured> {
  const caller = new Caller(url, person);
  const personMs: number[] = [];
  let open = true;
  const looking = (async () => {
    for (let at = 0; open; at++) {
      personMs.push(await caller.once(LOOKS[at % LOOKS.length] ?? ''));
      await sleep(PERSON_EVERY_MS);
    }
  })();
  const [startedAt, cpuBefore] = [performance.now(), threadsCpuMsOf(pid)];
  try {
    const timed = await work();
    const secs = (performance.now() - startedAt) / 1_000;
    return { ...timed, secs, personMs, cpuMs: threadsCpuMsOf(pid) - cpuBefore };
  } finally {
    open = false;
    await looking;
    await caller.close();
  }
}

async function inTurn(url: string, bodies: readonly object[]): Promise<Timed> {
  const timed: Timed = { enrollMs: [], statusMs: [] };
  const startedAt = performance.now();
  const running = bodies.map(async (body, at) => {
    await sleep(Math.max(0, startedAt + (at * 1_000) / PER_SECOND - performance.now()));
    await enrollOne(url, body, timed);
  });
  await Promise.all(running);
  return timed;
}

async function atOnce(url: string, bodies: readonly object[]): Promise<Timed> {
  const timed: Timed = { enrollMs: [], statusMs: [] };
  const waiting = bodies.values();
  const line = async () => {
    for (const body of waiting) await enrollOne(url, body, timed);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  return timed;
}

/** As an agent does: each call on a connection of its own. Throws unless the token let the host in. */
async function enrollOne(url: string, body: object, { enrollMs, statusMs }: Timed): Promise<void> {
  const asked = await call<{ polling_token: string }>(url, 'POST', '/api/v1/enroll', { body });
  enrollMs.push(asked.ms);
  const { polling_token: bearer } = asked.answer;
  const fetched = await call<{ status: string }>(url, 'GET', '/api/v1/enroll/status', { bearer });
  if (fetched.answer.status !== 'approved') throw new Error(`a host is ${fetched.answer.status}`);
  statusMs.push(fetched.ms);
}

const newToken = async (url: string, bearer: string): Promise<string> => {
  const body = { max_uses: 2 * HOSTS };
  const made = await call<{ token: string }>(url, 'POST', '/api/v1/admin/enrollment-tokens', {
    body,
    bearer,
  });
  return made.answer.token;
};

function hostBody(at: number, token: string): object {
  return request(newKey(), {
    machine_id: (at + 1).toString(16).padStart(32, '0'),
    fqdn: `host${at}.example.org`,
    ip_address: `10.${20 + (at >> 16)}.${(at >> 8) & 255}.${at & 255}`,
    enrollment_token: token,
  });
}

function call<Answer>(
  url: string,
  method: string,
  resource: string,
  { body, bearer }: { body?: object; bearer?: string },
): Promise<{ answer: Answer; ms: number }> {
  const startedAt = performance.now();
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  };
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0, rejectUnauthorized: false });
  return new Promise((resolve, reject) => {
    const sent = ask(new URL(resource, url), { method, headers, agent }, (response) => {
      let got = '';
      response.setEncoding('utf8').on('data', (part: string) => (got += part));
      response.once('error', reject);
      response.once('end', () => {
        if ((response.statusCode ?? 0) >= 300)
          return reject(new Error(`${resource} answered ${response.statusCode}: ${got.slice(0, 300)}`));
        resolve({ answer: JSON.parse(got) as Answer, ms: performance.now() - startedAt });
      });
    });
    sent.once('error', reject);
    sent.end(text);
  });
}

function figuresOf(how: string, { enrollMs, statusMs, secs, personMs, cpuMs }: Measured): Figure[] {
  return [
    { name: `${how}: hosts enrolled`, value: enrollMs.length / secs, unit: '/s' },
    { name: `${how}: CPU of the manager per host`, value: cpuMs / enrollMs.length, unit: 'ms CPU' },
    { name: `${how}: p99 of the request`, value: quantile(enrollMs, 0.99), unit: 'ms' },
    { name: `${how}: p99 of fetching the certificate`, value: quantile(statusMs, 0.99), unit: 'ms' },
    {
      name: `${how}: a person's calls meanwhile, p99 of ${personMs.length}`,
      value: quantile(personMs, 0.99),
      unit: 'ms',
    },
  ];
}
