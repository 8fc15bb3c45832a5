// needs: prometheus
// time-limit: 360
// A real manager, whose figures a real Prometheus scrapes, judges and draws.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { createManager, type ManagerProcess } from '../../test/support/manager.ts';
import { freePort } from '../../test/support/ports.ts';
import { run } from '../../test/support/process.ts';
import { waitFor } from '../../test/support/wait.ts';

interface World {
  dir: string;
  manager: ManagerProcess;
  /** Address of the manager's listener for metrics. */
  metrics: string;
}

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[];
}

const test = suite<World>('metrics of a manager');
const alertsFile = path.join(import.meta.dirname, 'prometheus/alerts.yml');
const rules = (parse(readFileSync(alertsFile, 'utf8')) as Rules).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'grafana/fleetmend.json'), 'utf8'),
) as Dashboard;

/** Alerts over what `makeTrouble` does not make, and all others. */
const ofOthers = ['FleetmendDown', 'FleetmendFiguresUnread', 'FleetmendCertificateEnds'];
const ofFigures = rules.map(({ alert }) => alert).filter((alert) => !ofOthers.includes(alert));

test.before(async (world) => {
  world.dir = mkdtempSync(path.join(tmpdir(), 'fleetmend-metrics-'));
  world.manager = await createManager({ port: 0, env: { FLEETMEND_METRICS_PORT: '0' } });
  await world.manager.start();
  await world.manager.signIn();
  const port = /"port":(\d+),"msg":"metrics are served"/.exec(world.manager.output)?.[1];
  world.metrics = `127.0.0.1:${port}`;
});
test.after(async ({ dir, manager }) => {
  await manager.stop();
  rmSync(dir, { recursive: true });
});

const scrape = async ({ metrics }: World): Promise<string> => {
  const answer = await fetch(`http://${metrics}/metrics`);
  assert.is(answer.status, 200);
  return answer.text();
};

/** Figures are read at most each five seconds. */
const scrapedWith = (world: World, line: RegExp): Promise<string> =>
  waitFor(
    async () => {
      const text = await scrape(world);
      return line.test(text) && text;
    },
    { everyMs: 500, what: String(line) },
  );

test('the listener tells all metrics without a sign-in, and nothing else; the API asks for a permission', async (world) => {
  const text = await scrape(world);
  for (const one of [
    'fleetmend_hosts{health="healthy"} 0',
    'fleetmend_unread_figures{feature="exposure"} 0',
    'fleetmend_security_patches_pending{severity="critical"} 0',
    'fleetmend_certificate_remaining_seconds{kind="root"} ',
    'fleetmend_database_transaction_seconds_count ',
    'nodejs_eventloop_lag_p99_seconds ',
  ])
    assert.match(text, one);
  const queues = [...text.matchAll(/^fleetmend_queue_waiting\{queue="(\w+)"\} 0$/gm)].map(([, name]) => name);
  assert.equal(queues.sort(), [
    'agent_calls',
    'computations',
    'job_writes',
    'live_calls',
    'long_reads',
    'password_checks',
    'polls',
    'reports',
    'requests',
    'scheduled_jobs',
  ]);
  const statusOf = async (where: string, method = 'GET'): Promise<number> =>
    (await fetch(`http://${world.metrics}${where}`, { method })).status;
  assert.equal(
    [await statusOf('/'), await statusOf('/api/v1/hosts'), await statusOf('/metrics', 'POST')],
    [404, 404, 405],
  );
  const { manager } = world;
  assert.is((await manager.call('GET', '/api/v1/metrics', undefined, null)).status, 401);
  assert.match(await manager.must<string>('GET', '/api/v1/metrics'), 'fleetmend_http_requests_total{');
});

test('labels have no name of a host, a person or a package', async (world) => {
  await world.manager.must('POST', '/api/v1/hosts', {
    fqdn: 'secret-name.example.org',
    ip_address: '192.0.2.1',
    port: 9443,
  });
  const text = await scrapedWith(world, /^fleetmend_agents\{version="unknown"\} 1$/m);
  for (const name of ['secret-name', '192.0.2.1', 'admin']) assert.not.match(text, name);
  assert.match(text, 'fleetmend_http_requests_total{operation="createHost",status="2xx"} 1');
});

test('a port that is taken ends the start with a line that says which setting it is', async ({ metrics }) => {
  const port = metrics.split(':')[1] ?? '';
  const other = await createManager({ port: 0, env: { FLEETMEND_METRICS_PORT: port } });
  const failure = await other.start().then(
    () => '',
    (error: unknown) => String(error),
  );
  assert.match(failure, `metrics_port): port ${port} on 127.0.0.1 is taken by another program`);
  await other.stop();
});

test('a real Prometheus scrapes it; each alert and each panel of the dashboard is a query that it answers', async (world) => {
  const { manager } = world;
  await endJob(manager);
  const prometheus = await startPrometheus(world);
  const { query } = prometheus;
  try {
    await waitFor(async () => (await query('count_over_time(up{job="fleetmend"}[1m]) > 2')).length > 0);
    const empty: string[] = [];
    for (const { title, targets = [] } of dashboard.panels)
      for (const { expr } of targets) if ((await query(expr)).length === 0) empty.push(title);
    // No feed was imported, no job has worked on a host, and there is no backup.
    assert.equal(empty, [
      'Age of vulnerability feeds',
      'Time of a host, 95th percentile',
      'Age of the last backup',
    ]);
    for (const { alert, expr } of rules) {
      assert.type(await query(expr), 'object', alert);
    }
    await manager.stop();
    await waitFor(async () => (await query('up{job="fleetmend"} == 0')).length > 0, { what: 'up == 0' });
    await manager.start();
    await manager.signIn();
    world.metrics = `127.0.0.1:${/"port":(\d+),"msg":"metrics are served"/.exec(manager.output)?.[1]}`;
  } finally {
    await prometheus.stop();
  }
});

test('each alert fires where its cause was made, and none before', async (world) => {
  const quiet = await scrape(world);
  const prometheus = await startPrometheus(world, withoutWaits(world));
  const fired = new Set<string>();
  const allFired = async (alerts: readonly string[]): Promise<boolean> => {
    for (const name of await prometheus.firing()) fired.add(name);
    return alerts.every((name) => fired.has(name));
  };
  const { manager } = world;
  let scraped: { troubled: string; ending: string; unread: string };
  try {
    await waitFor(async () => (await prometheus.query('count_over_time(up[1m]) > 2')).length > 0);
    assert.equal(await prometheus.firing(), [], 'nothing is wrong yet');
    await endJob(manager);
    onDatabase(manager.dataDir, (db) => makeTrouble(db));
    await scrapedWith(world, /^fleetmend_jobs\{state="paused"\} 1$/m);
    // Delays of the event loop are told once: to this scrape or to one of Prometheus.
    const troubled = await waitFor(async () => {
      await stopAWhile(manager);
      const text = await scrape(world);
      return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) > 1 && text;
    });
    await waitFor(
      async () => {
        if (!fired.has('FleetmendManagerBusy')) await stopAWhile(manager);
        return allFired(ofFigures);
      },
      { what: 'all alerts over rows' },
    );
    const ending = await endList(world);
    await waitFor(() => allFired(['FleetmendCertificateEnds']), { what: 'FleetmendCertificateEnds' });
    onDatabase(manager.dataDir, (db) => db.exec('alter table exposure_data_sets rename to gone'));
    const unread = await scrapedWith(world, /^fleetmend_unread_figures\{feature="exposure"\} 1$/m);
    await waitFor(() => allFired(['FleetmendFiguresUnread']), { what: 'FleetmendFiguresUnread' });
    scraped = { troubled, ending, unread };
    await manager.stop();
    await waitFor(() => allFired(['FleetmendDown']), { what: 'FleetmendDown' });
  } finally {
    await prometheus.stop();
  }
  assert.equal([...fired].sort(), rules.map(({ alert }) => alert).sort());

  // The same by the file itself, whose alerts wait for minutes or a day before they fire.
  const { troubled, ending, unread } = scraped;
  assert.equal(await firing(world, [quiet, quiet]), []);
  assert.equal((await firing(world, [quiet, troubled])).sort(), ofFigures.sort());
  assert.ok((await firing(world, [quiet, ending])).includes('FleetmendCertificateEnds'));
  assert.ok((await firing(world, [troubled, unread])).includes('FleetmendFiguresUnread'));
  assert.equal(await firing(world, [quiet, quiet], { up: 0 }), ['FleetmendDown']);
});

/** A revocation list is good for a week; the manager signs an old one again within half a minute. */
const endList = (world: World): Promise<string> =>
  waitFor(
    async () => {
      onDatabase(world.manager.dataDir, (db) =>
        db.prepare('update agents_state set crl_signed_at = ?').run(Date.now() - 6 * DAY_MS),
      );
      const text = await scrape(world);
      const left = /^fleetmend_certificate_remaining_seconds\{kind="revocation_list"\} (\S+)$/m.exec(
        text,
      )?.[1];
      return Number(left) * 1_000 < 2 * DAY_MS && text;
    },
    { everyMs: 500, what: 'a list that ends soon' },
  );

/** A job whose only host is in maintenance fails at once. */
async function endJob(manager: ManagerProcess): Promise<void> {
  const port = await freePort();
  const { id } = await manager.must<{ id: string }>('POST', '/api/v1/hosts', {
    fqdn: `away-${port}.example.org`,
    ip_address: '192.0.2.2',
    port,
  });
  await manager.must('PUT', `/api/v1/hosts/${id}`, { maintenance_mode: true });
  const job = await manager.must<{ id: string }>('POST', '/api/v1/jobs', {
    operation: 'patch',
    target: { host_ids: [id] },
  });
  await waitFor(
    async () => (await manager.must<{ state: string }>('GET', `/api/v1/jobs/${job.id}`)).state === 'failed',
    { what: 'the end of the job' },
  );
}

function onDatabase(dataDir: string, work: (db: Database.Database) => unknown): void {
  const db = new Database(path.join(dataDir, 'fleetmend.sqlite'), { timeout: 10_000 });
  try {
    work(db);
  } finally {
    db.close();
  }
}

const DAY_MS = 86_400_000;

/** What stands in the rows when each of these things is so. */
function makeTrouble(db: Database.Database): void {
  const now = Date.now();
  const ids = db.prepare('select id from hosts_hosts where live = 1').pluck().all() as string[];
  // No lane of the poller: nobody takes it.
  db.prepare(
    `update hosts_hosts set health_status = 'unreachable', poll_lane = 9, poll_lease_until = null, next_poll_at = ?`,
  ).run(now - 3_600_000);
  db.prepare('delete from exposure_standings').run();
  db.prepare(
    `insert into exposure_standings (host_id, counted_at, holds_until, patches, unnamed, not_recorded,
       late_unrated, late_low, late_moderate, late_important, late_critical) values (?, ?, ?, 3, 0, 0, 0, 0, 0, 0, 1)`,
  ).run(ids[0], now - 1_000, now + 30 * DAY_MS);
  db.prepare(
    `insert into exposure_cves (id, cve, hosts_open, severity_rank, exploited, priority, packages, search_text)
       values ('00000000-0000-7000-8000-000000000001', 'CVE-2024-1', 1, 4, 1, 1, '[]', '')`,
  ).run();
  db.prepare(
    `update exposure_data_sets set import_id = '00000000-0000-7000-8000-000000000002', imported_at = ? where kind = 'kev'`,
  ).run(now - 8 * DAY_MS);
  db.prepare(
    `update patching_jobs set state = 'paused' where id = (select min(id) from patching_jobs)`,
  ).run();
  db.prepare(
    `insert into kernel_outbox (id, topic, message_key, payload, created_at, wanted_at, due_at, attempts)
       values ('00000000-0000-7000-8000-000000000003', 'nobody.delivers', 'k', '{}', ?, ?, ?, 0)`,
  ).run(now - 7_200_000, now - 7_200_000, now + DAY_MS);
  db.prepare('update kernel_installation set backed_up_at = ?').run(now - 9 * DAY_MS);
  db.prepare('update agents_certificates set not_after = ?').run(now + 3 * DAY_MS);
}

/** Alerts that fire after both scrapes: the first one for half an hour, the second for two days. */
async function firing(
  { dir }: World,
  [first, second]: readonly [string, string],
  { up = 1 } = {},
): Promise<string[]> {
  const before = samplesOf(first);
  const after = samplesOf(second);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  // Percentiles of nothing are no number.
  const value = (samples: ReadonlyMap<string, string>, name: string): string =>
    Number.isFinite(Number(samples.get(name))) ? (samples.get(name) ?? '_') : '_';
  const series = names.map((name) => ({
    series: name,
    values: `${value(before, name)}x5 ${value(after, name)}x600`,
  }));
  series.push({ series: 'up{job="fleetmend", instance="m"}', values: `1x5 ${up}x600` });
  // What counts an hour's increase is over soon; what must last for a day is not.
  const times = ['40m', '47h'];
  const asked = rules.flatMap(({ alert }) =>
    times.map((eval_time) => ({
      expr: `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0`,
      eval_time,
      exp_samples: [{ labels: '{}', value: 1 }],
    })),
  );
  const tests = [{ interval: '5m', input_series: series, promql_expr_test: asked }];
  const file = path.join(dir, 'alerts.test.yml');
  writeFileSync(file, JSON.stringify({ rule_files: [alertsFile], evaluation_interval: '5m', tests }));
  const { code, stdout, stderr } = await run(['promtool', 'test', 'rules', file]);
  const quiet = [...`${stdout}${stderr}`.matchAll(/alertname=\\?"(\w+)\\?"/g)].map(([, alert]) => alert);
  if (code !== 0 && quiet.length === 0) throw new Error(`promtool: ${stdout}${stderr}`);
  return rules
    .map(({ alert }) => alert)
    .filter((alert) => quiet.filter((one) => one === alert).length < times.length);
}

/** Name and labels → value, with the labels that a scrape job adds. */
function samplesOf(text: string): Map<string, string> {
  const samples = text.matchAll(/^([a-z]\w*)(?:\{(.*)\})? (\S+)$/gm);
  return new Map(
    [...samples].map(([, name = '', labels = '', value = '']) => [
      `${name}{job="fleetmend", instance="m"${labels && `, ${labels}`}}`,
      value,
    ]),
  );
}

/** The event loop stands still: for longer than the alert tolerates, and for less than Prometheus waits for an answer. */
async function stopAWhile({ pid }: ManagerProcess): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await sleep(1_500);
  process.kill(pid, 'SIGCONT');
}

/** A copy of the alerts that fire at once: nothing else differs. */
function withoutWaits({ dir }: World): string {
  const { groups } = parse(readFileSync(alertsFile, 'utf8')) as Rules;
  const file = path.join(dir, 'alerts.now.yml');
  const atOnce = groups.map((group) => ({
    ...group,
    rules: group.rules.map((rule) => ({ ...rule, for: '0s' })),
  }));
  writeFileSync(file, JSON.stringify({ groups: atOnce }));
  return file;
}

interface Prometheus {
  /** The vector that an expression gives now. */
  query(expr: string): Promise<unknown[]>;
  /** Names of the alerts that fire now. */
  firing(): Promise<string[]>;
  stop(): Promise<void>;
}

async function startPrometheus({ dir, metrics }: World, ruleFile = alertsFile): Promise<Prometheus> {
  const address = `127.0.0.1:${await freePort()}`;
  const config = {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: [ruleFile],
    scrape_configs: [{ job_name: 'fleetmend', static_configs: [{ targets: [metrics] }] }],
  };
  writeFileSync(path.join(dir, 'prometheus.yml'), JSON.stringify(config));
  const args = [
    `--config.file=${path.join(dir, 'prometheus.yml')}`,
    `--storage.tsdb.path=${mkdtempSync(path.join(dir, 'data-'))}`,
    `--web.listen-address=${address}`,
  ];
  const child: ChildProcess = spawn('prometheus', args, { stdio: 'ignore' });
  const ask = async <T>(what: string): Promise<T> => {
    const answer = (await (await fetch(`http://${address}/api/v1/${what}`)).json()) as {
      status: string;
      error?: string;
      data: T;
    };
    assert.is(answer.status, 'success', `${what}: ${answer.error}`);
    return answer.data;
  };
  await waitFor(async () => (await fetch(`http://${address}/-/ready`)).ok, { what: 'Prometheus' });
  return {
    query: async (expr) =>
      (await ask<{ result: unknown[] }>(`query?query=${encodeURIComponent(expr)}`)).result,
    async firing() {
      const { alerts } = await ask<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts');
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

test.run();
