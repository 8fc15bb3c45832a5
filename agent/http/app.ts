/** The agent's engine: one request pipeline, the queue of jobs, and the stream. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { AppError } from '../../server/shared/wire/appError.ts';
import type { Agent, AgentDeps, AgentSettings } from '../deps.ts';
import type { AgentAnswer, AgentHandler } from './handler.ts';
import { ClockAgreement, systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { collectProblems } from './problems.ts';
import { IdempotencyStore } from '../jobs/idempotency.ts';
import { Journal } from '../journal/journal.ts';
import { Lists } from './lists.ts';
import { sendAnswer, sendError } from './envelope.ts';
import { FollowLines } from './followLines.ts';
import { jobRoutes, jobToWire } from './routes/jobs.ts';
import { matchRoute } from './match.ts';
import type { RouteMatch } from './match.ts';
import { packageRoutes } from './routes/packages.ts';
import { parseTarget, readBody, readQuery } from './request.ts';
import { healthMarkOf, systemRoutes } from './routes/host.ts';
import { JobStream } from './stream.ts';
import { createHostFacts } from '../host/facts.ts';
import { defaultRebootCommand } from '../host/rebootCommand.ts';
import { Tasks } from '../jobs/tasks.ts';
import { AutoRefresh } from '../jobs/autoRefresh.ts';

const HOUR_MS = 3_600_000;
/** How long a caller may go on sending after it got its answer. */
const UNREAD_BODY_MS = 2_000;

const defaultSettings: Omit<AgentSettings, 'rebootCommand'> = {
  refreshAfterMs: 6 * HOUR_MS,
  refreshJitter: 0.2,
  rebootTimeoutMs: HOUR_MS / 4,
  keepJobsMs: 90 * 24 * HOUR_MS,
  keepJobs: 1000,
  maxPending: 16,
  streamBufferBytes: 1024 * 1024,
};

/** One request on its way through the pipeline. */
interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  url: URL;
  route: RouteMatch;
  query: Record<string, unknown>;
  body: unknown;
  answer: AgentAnswer;
}

type Step = (exchange: Exchange, parts: Parts) => void | Promise<void>;

interface Parts {
  authorize: AgentDeps['authorize'];
  admit: AgentDeps['admit'];
  isOutOfDate: AgentDeps['isOutOfDate'];
  agreement: ClockAgreement;
  clock: Clock;
  handlers: Readonly<Record<string, AgentHandler>>;
}

const pipeline: readonly (readonly [name: string, step: Step])[] = [
  ['authorize', requireManager],
  ['admit    ', ({ req }, { admit }) => admit?.(req)],
  ['route    ', findRoute],
  ['query    ', checkQuery],
  ['body     ', checkBody],
  ['handle   ', handle],
  [
    'answer   ',
    ({ req, res, answer }) => (answer.stream ? answer.stream(req, res) : sendAnswer(res, answer)),
  ],
];

/** To the manager itself, whose certificate is out of date by this clock, the refusal says what the clock is. */
function requireManager({ req }: Exchange, { authorize, isOutOfDate, agreement, clock }: Parts): void {
  if (authorize(req)) return agreement.note(req.headers.date);
  if (!isOutOfDate?.(req)) throw new AppError('CERTIFICATE_REQUIRED');
  const clockAt = clock.now().toISOString();
  throw new AppError('CERTIFICATE_REQUIRED', {
    message: `By this host's clock, which says ${clockAt}, the manager's certificate is not valid.`,
    details: { clock_at: clockAt },
  });
}

function findRoute(exchange: Exchange): void {
  exchange.url = parseTarget(exchange.req);
  exchange.route = matchRoute(exchange.req.method ?? '', exchange.url.pathname);
}

function checkQuery(exchange: Exchange): void {
  exchange.query = readQuery(exchange.route.operationId, exchange.url.searchParams);
}

async function checkBody(exchange: Exchange): Promise<void> {
  exchange.body = await readBody(exchange.route.operationId, exchange.req);
}

async function handle(exchange: Exchange, { handlers }: Parts): Promise<void> {
  const { req, res, route, query, body } = exchange;
  const handler = handlers[route.operationId];
  if (!handler) throw new AppError('NOT_FOUND');
  const gone = new AbortController();
  res.once('close', () => gone.abort(new Error('the caller went away')));
  exchange.answer = await handler({ ...route, query, body, headers: req.headers, signal: gone.signal });
}

async function serve(exchange: Exchange, parts: Parts, log: AgentDeps['log']): Promise<void> {
  try {
    for (const [, step] of pipeline) await step(exchange, parts);
  } catch (error) {
    if (!(error instanceof AppError) && !exchange.res.destroyed) {
      log.error({ operationId: exchange.route?.operationId, err: error }, 'request failed');
    }
    sendError(exchange.res, error);
  } finally {
    cutUnreadBody(exchange.req);
  }
}

function cutUnreadBody(req: IncomingMessage): void {
  if (req.complete || req.destroyed) return;
  req.on('error', () => {});
  req.resume();
  const timer = setTimeout(() => req.socket.destroy(), UNREAD_BODY_MS);
  req.once('end', () => clearTimeout(timer));
  timer.unref();
}

const upgradeOnly: AgentHandler = async () => {
  throw new AppError('UPGRADE_REQUIRED', { headers: { Upgrade: 'websocket' } });
};

/** Builds the agent's engine from its parts; nothing runs before `start()`. */
export function createAgent(deps: AgentDeps): Agent {
  const settings: AgentSettings = {
    ...defaultSettings,
    rebootCommand: defaultRebootCommand(),
    ...deps.settings,
  };
  const { backend, log, clock = systemClock, host = createHostFacts(), bootId, agentVersion } = deps;
  const onProblem = (message: string, cause: unknown): void => log.error({ err: cause }, message);
  const agreement = new ClockAgreement(clock);
  const isAgreed = () => agreement.holds();
  const journal = new Journal({
    ...settings,
    dir: join(deps.dataDir, 'journal'),
    clock,
    isAgreed,
    onProblem,
  });
  const idempotency = new IdempotencyStore(join(deps.dataDir, 'idempotency'), clock, isAgreed);
  const { runReboot, announce, inhibitors, connectToManager, dataDir, ways } = deps;
  const own = { backend, journal, idempotency, log, clock, bootId, runReboot, announce, inhibitors, ways };
  const update = { connectToManager, dataDir, random: Math.random };
  const tasks = new Tasks({ ...settings, ...own, ...update });
  const refresh = new AutoRefresh({ ...settings, backend, tasks, clock, log, random: Math.random });
  const following = { journal, log, authorize: deps.authorize, bufferBytes: settings.streamBufferBytes };
  const stream = new JobStream(following);
  const lines = new FollowLines({
    ...following,
    jobToWire: (record) => jobToWire(record, { journal, tasks, backend }, []),
  });
  const lists = new Lists(backend, () => clock.now());
  const problems = collectProblems({
    ...deps,
    lists,
    clock,
    journal,
    tasks,
    refreshAfterMs: settings.refreshAfterMs,
    agreement,
  });
  const shared = { backend, tasks, journal, host, clock, agentVersion, bootId, problems };
  const system = { ...shared, canChangeConnection: ways !== undefined, lacks: deps.lacks };
  const handlers: Record<string, AgentHandler> = {
    ...systemRoutes(system),
    ...packageRoutes({ ...shared, lists }),
    ...jobRoutes({ ...shared, lines }),
    ...deps.certificateRoutes,
    streamJobs: upgradeOnly,
  };
  const { authorize, admit, isOutOfDate } = deps;
  const parts: Parts = { authorize, admit, isOutOfDate, agreement, clock, handlers };
  return {
    handler: (req, res) => void serve({ req, res } as Exchange, parts, log),
    handleUpgrade: (req, socket, head) => stream.handleUpgrade(req, socket, head),
    async start() {
      await tasks.start();
      refresh.start();
    },
    async stop() {
      refresh.stop();
      stream.close();
      lines.close();
      await tasks.stop();
      await journal.close();
    },
    recheckPeers() {
      stream.recheckPeers();
      lines.recheckPeers();
    },
    problems,
    get isIdle() {
      return tasks.idle;
    },
    healthMark: () => healthMarkOf(system),
  };
}
