// needs: mariadb, haproxy
// time-limit: 400
// Two managers behind HAProxy are upgraded in turn, with a migration between, while people and tools go on calling.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { freshDatabase } from './support/databases.ts';
import { createManager, type ManagerProcess } from './support/manager.ts';
import { newerManager } from './support/newerManager.ts';
import { freePort } from './support/ports.ts';
import { waitFor } from './support/wait.ts';

const test = suite('managers that are upgraded in turn');

const KEY = Buffer.alloc(32, 7).toString('base64');
/** One minor version on. */
const NEWER = '0.2.0';
/** Calls at once; each goes on until the end. */
const CALLERS = 4;
const PAUSE_MS = 20;

test('no call fails, whichever manager it would have met', async () => {
  const database = await freshDatabase('mariadb');
  const dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-rolling-'));
  const env = {
    DATABASE_URL: database.address.url ?? '',
    FLEETMEND_SECRET_KEY: KEY,
    FLEETMEND_DRAIN_SECS: '5',
  };
  const managers = [await createManager({ port: 0, env }), await createManager({ port: 0, env })] as const;
  for (const manager of managers) await manager.start();
  const proxy = await startProxy(dir, managers);
  const newer = newerManager(NEWER, 'compatible');
  try {
    await managers[0].signIn();
    const calls = startCalls(proxy.port, managers[0].accessToken);
    for (const manager of managers) {
      await manager.stop();
      assert.match(manager.output, /"drainSecs":5,"msg":"stopping"/);
      await manager.start(newer.root);
      if (manager === managers[0]) {
        assert.match(manager.output, /"applied":\["kernel\/999_widen_locks_compatible"\]/);
        // The other one still is of the version before, and goes on.
        await waitFor(
          () => managers[1].output.includes('has migrated the database in ways that this version'),
          {
            what: 'the older manager to notice',
          },
        );
      }
      await waitFor(async () => (await proxy.up()) === 2, { what: 'both managers in the list of HAProxy' });
    }
    const { answered, failed } = await calls.end();
    assert.equal(failed, []);
    assert.ok(answered > 500, `${answered} calls`);
  } finally {
    proxy.child.kill();
    await once(proxy.child, 'exit');
    for (const manager of managers) await manager.stop();
    await database.cleanup();
    newer.cleanup();
    rmSync(dir, { recursive: true });
  }
});

test('what needs a stop is refused while another manager runs, and by name; nothing is changed', async () => {
  const database = await freshDatabase('mariadb');
  const env = { DATABASE_URL: database.address.url ?? '', FLEETMEND_SECRET_KEY: KEY };
  const managers = [await createManager({ port: 0, env }), await createManager({ port: 0, env })] as const;
  const newer = newerManager(NEWER, 'stop');
  try {
    await managers[0].start();
    const refused = await refusalOf(managers[1], newer.root);
    assert.match(
      refused,
      `version ${NEWER} changes the database in ways that older managers do not run on with`,
    );
    assert.match(
      refused,
      /so nothing was changed: stop all other managers first \(.+ with version [^ ]+, seen at/,
    );
    assert.is((await managers[0].call('GET', '/api/v1/status/health')).status, 200);
    await managers[0].stop();
    const noWayBack = await refusalOf(managers[1], newer.root);
    assert.match(noWayBack, '\"fleetmend backup\" has never made one');
    await database.db.knex('kernel_installation').update({ backed_up_at: new Date() });
    await managers[1].start(newer.root);
    assert.match(managers[1].output, /"applied":\["kernel\/999_widen_locks_stop"\]/);
    const older = await refusalOf(managers[0]);
    assert.match(older, `version ${NEWER} has used it`);
  } finally {
    for (const manager of managers) await manager.stop();
    newer.cleanup();
    await database.cleanup();
  }
});

/** What a start that must fail says. */
async function refusalOf(manager: ManagerProcess, from?: string): Promise<string> {
  try {
    await manager.start(from);
  } catch (error) {
    return String(error);
  }
  throw new Error('it started');
}

interface Calls {
  end(): Promise<{ answered: number; failed: string[] }>;
}

/** Reads and writes over kept connections. */
function startCalls(port: number, token: string): Calls {
  const agent = new Agent({ keepAlive: true });
  const failed: string[] = [];
  let answered = 0;
  let isOver = false;
  const call = (method: string, resource: string, body?: object): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const req = request({ agent, port, host: '127.0.0.1', method, path: resource, headers }, (res) => {
        let text = '';
        res
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () => resolve({ status: res.statusCode ?? 0, text }))
          .on('error', reject);
      });
      req.on('error', reject).end(body && JSON.stringify(body));
    });
  /** Answers the text, and null where the call failed. */
  const noted = async (method: string, resource: string, body?: object): Promise<string | null> => {
    try {
      const { status, text } = await call(method, resource, body);
      answered += 1;
      if (status < 300) return text;
      failed.push(`${method}: ${status} ${text}`);
    } catch (error) {
      failed.push(`${method}: ${String(error)}`);
    }
    return null;
  };
  const callers = Array.from({ length: CALLERS }, async (_, nth) => {
    for (let count = 0; !isOver; count++) {
      if (nth > 0) await noted('GET', '/api/v1/hosts');
      else {
        const made = await noted('POST', '/api/v1/groups', { name: `group ${count}` });
        // There may be 500, and a fast machine makes more in this time.
        if (made !== null) await noted('DELETE', `/api/v1/groups/${(JSON.parse(made) as { id: string }).id}`);
      }
      await sleep(PAUSE_MS);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(callers);
      agent.destroy();
      return { answered, failed };
    },
  };
}

/** HAProxy as docs/install/proxy.md has it for several managers, without TLS towards the caller. */
async function startProxy(dir: string, managers: readonly ManagerProcess[]) {
  const [port, statsPort] = [await freePort(), await freePort()];
  const file = path.join(dir, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 10m
  timeout server 10m
frontend web
  bind 127.0.0.1:${port}
  default_backend web
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /stats
backend web
  option httpchk GET /api/v1/status/ready
  default-server check inter 1s fall 2 rise 2 ssl verify none
${managers.map((manager, nth) => `  server m${nth} 127.0.0.1:${manager.port}`).join('\n')}
`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const up = async (): Promise<number> => {
    const csv = await (await fetch(`http://127.0.0.1:${statsPort}/stats;csv`)).text();
    return csv.split('\n').filter((line) => /^web,m\d,.*,UP,/.test(line)).length;
  };
  await waitFor(async () => (await up()) === 2, { what: 'HAProxy' });
  return { port, child, up };
}

test.run();
