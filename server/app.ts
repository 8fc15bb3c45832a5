import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { RequestListener } from 'node:http';
import { v7 as uuid } from 'uuid';
import type { Logger } from 'pino';
import { AppError, type ErrorCatalogue } from './shared/wire/appError.ts';
import type { OperationRow } from './shared/wire/dispatch.ts';
import { guarded } from './shared/guarded.ts';
import { asTrial, serve } from './kernel/db/requests.ts';
import type { Refused } from './kernel/bulk.ts';
import { concerningAll, mayCall } from './kernel/security/permissions.ts';
import { anonymousActor, OPEN_PERMISSIONS, type Actor } from './kernel/security/actor.ts';
import type { Clock } from './kernel/clock.ts';
import { requireFresh } from './kernel/security/freshness.ts';
import { BootError } from './kernel/boot/bootError.ts';
import type { Metrics } from './kernel/metrics.ts';
import type { Answered } from './kernel/boot/kernelMetrics.ts';
import type { FeatureSetup, Handler, OperationId } from './kernel/boot/feature.ts';
import type { HookBus } from './kernel/hooks.ts';
import { hostScopeOf } from './kernel/security/hostScope.ts';
import { maskUrl } from './kernel/http/maskUrl.ts';
import { callerResolver, unnamedProxies } from './kernel/http/network.ts';
import type { Config } from './config.ts';
import type { Contract } from './contract.ts';
import { bodyOf, readBody } from './kernel/http/body.ts';
import { takeTurns } from './kernel/http/budget.ts';
import { docsRoutes } from './kernel/http/docs.ts';
import { errorAnswer, errorHandler } from './kernel/http/errors.ts';
import { createMatcher } from './kernel/http/match.ts';
import { asCondition } from './kernel/http/etag.ts';
import { chooseFields, fieldsOf } from './kernel/http/fields.ts';
import { headersOf, reply, type SentReply } from './kernel/http/reply.ts';
import { setState, stateOf, type RequestState } from './kernel/http/state.ts';
import { refuseOddTargets } from './kernel/http/targets.ts';
import { siteRoutes } from './kernel/http/site.ts';
import { uiRoutes } from './kernel/http/ui.ts';
import { validate } from './kernel/http/validate.ts';

declare module './kernel/declared.ts' {
  interface Hooks {
    /** Asked before anything else is known of a request; throws (FORBIDDEN) to refuse the address. */
    'http.beforeRequest': { question: RequestQuestion; answer: undefined };
    /**
     * Asked once the caller is known and the role allows the operation, before the rest of the request is read: throws
     * with a code of its own to demand a fresh sign-in (`actor.authenticatedAt`), or to hold a session to what it is
     * limited to (`actor.restriction`). Asked for public operations too, with an anonymous actor, and for each live
     * connection, as `openJobStream`, with the actor of its ticket.
     */
    'http.beforeOperation': { question: OperationQuestion; answer: undefined };
  }
}

export interface RequestQuestion {
  operationId: string;
  permission: string;
  /** The caller's address, after trusted proxies. */
  address: string;
  /** The contract lets the operation be called from every address. */
  anyAddress: boolean;
}

export interface OperationQuestion {
  operationId: string;
  permission: string;
  actor: Actor;
  /** The caller's address, after trusted proxies. */
  address: string;
}

export interface AppParts {
  contract: Contract;
  config: Pick<Config, 'trustedProxies' | 'validateResponses' | 'disabledPlugins' | 'hstsSubDomains'>;
  log: Logger;
  clock: Clock;
  setups: ReadonlyMap<string, FeatureSetup<string>>;
  errors: ErrorCatalogue;
  /** Files of the pages that installed plugins bring: path → content. */
  pluginFiles?: ReadonlyMap<string, Buffer>;
  hooks: HookBus;
  /** Told how many requests wait for their turn. */
  queue?: Metrics['queue'];
  /** Told of each answer; of one that nobody waited for any more, too. */
  onAnswered?(answered: Answered): void;
  /** Who the caller is; throws UNAUTHENTICATED when a credential is given and does not hold. */
  authenticate(req: Request, permission: string): Promise<Actor>;
}

/** The request pipeline as one table: each step either answers, throws, or hands on. */
export function createApp(parts: AppParts): RequestListener {
  const { contract } = parts;
  assertServed(contract, parts.setups, parts.config.disabledPlugins);
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  const steps: readonly (RequestHandler | RequestHandler[])[] = [
    securityHeaders(parts.config),
    identifyRequest(parts),
    docsRoutes(contract.document),
    siteRoutes(),
    uiRoutes(parts.log, { pluginFiles: parts.pluginFiles }),
    matchOperation(contract.operations),
    askAllowList(parts.hooks),
    authenticate(parts.authenticate),
    permit(),
    askGuards(parts.hooks),
    askFreshness(parts.clock),
    refuseSwitchedOff(parts),
    takeTurns({ queue: parts.queue }),
    readBody(),
    chooseFields(contract.document),
    validate(contract.document, parts.config),
    dispatch(parts),
  ];
  for (const step of steps) app.use(step);
  app.use(errorHandler(parts.errors));
  return refuseOddTargets(app, parts.log);
}

/**
 * Throws, so that the manager does not start, when a feature serves other operations than the contract gives it, when
 * an operation's feature is neither here nor switched off, or when no role is given an operation's permission.
 */
export function assertServed(
  { operations, permissions }: Contract,
  setups: AppParts['setups'],
  off: readonly string[],
): void {
  const unserved = operations.filter(({ feature }) => !setups.has(feature) && !off.includes(feature));
  if (unserved.length > 0) {
    const names = unserved.map(({ operationId, feature }) => `${operationId} (${feature})`).join(', ');
    throw new Error(`the contract has operations whose feature is not here: ${names}`);
  }
  for (const { operationId, permission } of operations) {
    const known =
      OPEN_PERMISSIONS.has(permission) ||
      permission === 'authenticated' ||
      Object.hasOwn(permissions, permission);
    if (!known) throw new Error(`${operationId} has the permission ${permission}, which no role is given`);
  }
  for (const [feature, { routes }] of setups) {
    const owned = operations
      .filter((operation) => operation.feature === feature)
      .map(({ operationId }) => operationId);
    const [unhandled, unknown] = [
      owned.filter((operationId) => !Object.hasOwn(routes, operationId)),
      Object.keys(routes).filter((operationId) => !owned.includes(operationId)),
    ];
    const wrong = [
      ...(unhandled.length > 0 ? [`its operations ${unhandled.join(', ')} have no handler`] : []),
      ...(unknown.length > 0 ? [`its handlers ${unknown.join(', ')} are of no operation of it`] : []),
    ];
    if (wrong.length > 0)
      throw new BootError(feature, 'routes', new Error(`the routes of ${feature}: ${wrong.join('; ')}`));
  }
}

function securityHeaders({ hstsSubDomains }: AppParts['config']): RequestHandler {
  return helmet({
    strictTransportSecurity: { includeSubDomains: hstsSubDomains },
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  });
}

const UNNAMED_PROXY =
  'the X-Forwarded-For that this address sends does not count, so all callers behind it count as one: if it is your reverse proxy, name it in trusted_proxies, and let it call the manager by its public name (docs/install/proxy.md)';

function identifyRequest({ log, config, onAnswered }: AppParts): RequestHandler {
  const callerOf = callerResolver(config.trustedProxies);
  const unnamedProxy = unnamedProxies(config.trustedProxies);
  return (req, res, next) => {
    const proxy = unnamedProxy(req);
    if (proxy !== null) log.warn({ address: proxy }, UNNAMED_PROXY);
    const requestId = uuid();
    const startedAt = performance.now();
    const own = log.child({ requestId });
    const closed = new AbortController();
    setState(req, {
      requestId,
      log: own,
      address: callerOf(req),
      operation: null,
      actor: anonymousActor,
      bodyBytes: 0,
      closed: closed.signal,
    });
    res.set('X-Request-Id', requestId);
    // Not when the answer has arrived: whoever hangs up before that was refused all the same.
    res.on(
      'close',
      guarded(() => {
        closed.abort();
        if (!res.headersSent) return;
        const { actor, address, ...state } = stateOf(req);
        const durationMs = Math.round(performance.now() - startedAt);
        const operationId = state.operation?.operationId ?? null;
        onAnswered?.({ method: req.method, status: res.statusCode, operationId, durationMs });
        own.info(
          {
            method: req.method,
            url: maskUrl(req.originalUrl),
            status: res.statusCode,
            durationMs,
            actor: actor.name,
            address,
            ...refusalOf(actor, state),
          },
          'request',
        );
      }),
    );
    next();
  };
}

/** What makes the line of a refused request a security event: who was refused what (docs/install/manager.md). */
function refusalOf(
  { kind, id }: Actor,
  { refusal, operation }: Pick<RequestState, 'refusal' | 'operation'>,
): object | undefined {
  if (refusal === undefined) return undefined;
  const who = { actorKind: kind, actorId: id };
  return { kind: 'security', code: refusal, operation: operation?.operationId ?? null, ...who };
}

function matchOperation(operations: readonly OperationRow[]): RequestHandler {
  const match = createMatcher(operations);
  return (req, res, next) => {
    const { operation, otherMethods } = match(req.method, req.path);
    if (!operation && otherMethods.length > 0)
      throw new AppError('METHOD_NOT_ALLOWED', { headers: { Allow: otherMethods.join(', ') } });
    if (!operation) throw new AppError('NOT_FOUND', { message: `There is no ${req.method} ${req.path}.` });
    stateOf(req).operation = operation;
    res.set('Cache-Control', 'no-store');
    // An ETag is the version of people's edits, which polls never raise: Express would call a changed resource the same.
    if (req.method !== 'POST' && !operation.conditional) delete req.headers['if-none-match'];
    delete req.headers['if-modified-since'];
    const end = serve(next);
    stateOf(req).closed.addEventListener('abort', guarded(end));
  };
}

function operationOf(req: Request): OperationRow {
  const { operation } = stateOf(req);
  if (!operation) throw new Error('no operation was matched');
  return operation;
}

function askAllowList(hooks: HookBus): RequestHandler {
  return async (req, _res, next) => {
    const { operationId, permission, anyAddress = false } = operationOf(req);
    const { address } = stateOf(req);
    await hooks.ask('http.beforeRequest', { operationId, permission, address, anyAddress });
    next();
  };
}

function authenticate(identify: AppParts['authenticate']): RequestHandler {
  return async (req, _res, next) => {
    stateOf(req).actor = await identify(req, operationOf(req).permission);
    next();
  };
}

function permit(): RequestHandler {
  return (req, _res, next) => {
    const { actor } = stateOf(req);
    const { permission } = operationOf(req);
    if (mayCall(permission, actor)) return next();
    throw new AppError(actor.role === null ? 'UNAUTHENTICATED' : 'FORBIDDEN');
  };
}

function askGuards(hooks: HookBus): RequestHandler {
  return (req, _res, next) => {
    // Where no plugin answers the hook, a request pays for no promise.
    if (!hooks.isAnswered('http.beforeOperation')) return next();
    const { actor, address } = stateOf(req);
    const { operationId, permission } = operationOf(req);
    return hooks.ask('http.beforeOperation', { operationId, permission, actor, address }).then(() => next());
  };
}

function askFreshness(clock: Clock): RequestHandler {
  return (req, _res, next) => {
    if (operationOf(req).fresh) requireFresh(stateOf(req).actor, clock.now());
    next();
  };
}

function refuseSwitchedOff({ setups }: AppParts): RequestHandler {
  return (req, _res, next) => {
    const { feature } = operationOf(req);
    if (setups.has(feature)) return next();
    throw new AppError('PLUGIN_DISABLED', {
      message: `The feature ${feature} is switched off on this manager.`,
    });
  };
}

/** Only operations that may be asked so have the parameter in the contract; the check of it has read it. */
const isTrial = ({ query }: Request): boolean => (query['validate_only'] as unknown) === true;

function dispatch({
  setups,
  hooks,
  contract,
  errors,
}: Pick<AppParts, 'setups' | 'hooks' | 'contract' | 'errors'>): RequestHandler {
  return async (req: Request, res: Response, _next: NextFunction) => {
    const { operationId, feature, permission } = operationOf(req);
    const routes = setups.get(feature)?.routes as Record<string, Handler<OperationId>> | undefined;
    const handler = routes?.[operationId];
    if (!handler) throw new Error(`${operationId} has no handler`);
    const { actor, address, requestId, log, closed } = stateOf(req);
    const key = req.headers['idempotency-key'];
    const scope = await hostScopeOf(hooks, actor);
    // Roles and scopes are checked where they are given; this holds whatever the rows say.
    if (scope !== 'all' && concerningAll(contract.permissions, [permission]).length > 0)
      throw new AppError('FORBIDDEN', { message: 'Only a person who sees all hosts may do this.' });
    // Not req.params: express gives each layer its own, and only the validator's knows the path's template.
    const params = (req as { openapi?: { pathParams?: Record<string, string> } }).openapi?.pathParams ?? {};
    const { fields, ...query } = req.query as Record<string, unknown>;
    const request = {
      params: params as never,
      query: query as never,
      fields: fieldsOf(fields),
      body: bodyOf(req, operationOf(req)) as never,
      headers: req.headers,
      actor,
      scope,
      address,
      requestId,
      idempotencyKey: typeof key === 'string' ? key.toLowerCase() : null,
      log,
      signal: closed,
      refusalOf: (error: unknown) => errorAnswer(error, errors, requestId).body.error as Refused,
      raw: { req, res },
    };
    const asked = isTrial(req) ? asTrial(async () => handler(request)) : handler(request);
    const answer = (await asked.catch((error: unknown) => {
      throw asCondition(error, req.headers['if-none-match']);
    })) as SentReply;
    const headers = { ...headersOf(operationOf(req), params, answer), ...answer.headers };
    await reply(res, { ...answer, headers }, log);
  };
}
