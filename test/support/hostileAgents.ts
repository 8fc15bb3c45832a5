/** A process with agents that answer what no agent should: test/hostileAgents.test.ts starts it, by IPC. */
import type { ServerResponse } from 'node:http';
import { healthData, infoData, jobData, patchData } from '../../server/core/agents/agentAnswers.testing.ts';
import {
  startFakeAgent,
  success,
  wellBehaved,
  type FakeRoute,
  type FakeTls,
} from '../../server/core/agents/fakeAgent.testing.ts';

export const KINDS = [
  ...([
    'plan',
    'details',
    'changes',
    'deep',
    'many',
    'types',
    'unicode',
    'endless',
    'patches',
    'good',
  ] as const),
];
export type Kind = (typeof KINDS)[number];
export interface HostileHost {
  hostId: string;
  kind: Kind;
  tls: FakeTls;
}

const PLAN_HASH = 'a'.repeat(64);
const entry = { name: 'p'.repeat(40), arch: 'amd64', from: '1', to: '2' };
const plan = (entries: number) => ({
  install: [],
  upgrade: Array.from({ length: entries }, () => entry),
  downgrade: [],
  remove: [],
  kept_back: [],
  download_size_bytes: 1,
  disk_change_bytes: 0,
  reboot_expected: false,
  reversible: { verdict: 'yes', reasons: [] },
  plan_hash: PLAN_HASH,
});
const envelope = (data: object): string => JSON.stringify({ success: true, data: { ...jobData, ...data } });
const error = { code: 'SCRIPT_FAILED', message: 'no', retryable: false };
const odd = '\u0000\u202e\ud800x\ud83d\ude00\ufeff';

/** What each kind of agent answers for its job: made once, so that this process itself stays small. */
const JOBS: Record<Kind, () => string> = {
  good: () => envelope({ status: 'completed', dry_run: true, plan: plan(3) }),
  plan: () => envelope({ status: 'completed', dry_run: true, plan: plan(95_000) }),
  details: () =>
    envelope({ status: 'failed', error: { ...error, details: { text: 'x'.repeat(9_000_000) } } }),
  changes: () => envelope({ status: 'completed', changes: plan(95_000).upgrade, plan: plan(1) }),
  deep: () => `{"success":true,"data":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}`,
  many: () => `{"success":true,"data":{"more":[${'{},'.repeat(3_000_000)}{}]}}`,
  types: () => JSON.stringify({ success: true, data: { status: 7, plan: 'x', changes: null, error: [] } }),
  unicode: () =>
    envelope({
      status: 'failed',
      error: { ...error, code: 'GRÖSSER', details: { [odd]: odd, __proto__x: odd } },
    }),
  endless: () => envelope({ status: 'completed', dry_run: true, plan: plan(2) }),
  patches: () => envelope({ status: 'failed', error: { ...error, message: odd } }),
};

function routesOf(kind: Kind): Record<string, FakeRoute> {
  const body = Buffer.from(JOBS[kind]());
  const whole = (res: ServerResponse): void =>
    void res.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
  const { job_id: jobId } = jobData;
  let seq = 0;
  const routes: Record<string, FakeRoute> = {
    ...wellBehaved(),
    'POST /api/v1/patches': (_req, res) =>
      success(res, { job_id: jobId, status: 'pending', operation: 'patch' }, {}, 202),
    'GET /api/v1/jobs': (_req, res) => success(res, { jobs: [], total: 0 }),
    [`GET /api/v1/jobs/${jobId}`]: (_req, res) => whole(res),
    [`GET /api/v1/jobs/${jobId}/logs`]: (_req, res) => {
      const count = kind === 'endless' ? 500 : 0;
      const logs = Array.from({ length: count }, () => ({
        seq: ++seq,
        at: jobData.created_at,
        stream: 'stdout',
        text: '',
      }));
      success(res, { logs, next_seq: seq });
    },
  };
  if (kind === 'patches') {
    const many = Buffer.from(
      JSON.stringify({
        success: true,
        data: { ...patchData, patches: Array.from({ length: 30_000 }, () => patchData.patches[0]) },
      }),
    );
    routes['GET /api/v1/patches'] = (_req, res) => void res.writeHead(200).end(many);
  }
  if (kind === 'deep' || kind === 'many') routes['GET /api/v1/system/info'] = (_req, res) => whole(res);
  if (kind === 'types')
    routes['GET /health'] = (_req, res) => success(res, { ...healthData, problems: 'none', boot_id: 7 });
  if (kind === 'unicode')
    routes['GET /api/v1/system/info'] = (_req, res) =>
      success(res, { ...infoData, os_name: odd.slice(1), kernel: odd.slice(1), package_manager: odd });
  return routes;
}

process.on('message', (hosts: HostileHost[]) => {
  const started = hosts.map(
    async ({ hostId, kind, tls }) => (await startFakeAgent(hostId, tls, routesOf(kind))).target.port,
  );
  void Promise.all(started).then((ports) => process.send?.(ports));
});
process.on('disconnect', () => process.exit());
