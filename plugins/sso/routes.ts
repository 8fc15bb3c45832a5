import type { IncomingHttpHeaders } from 'node:http';
import {
  actedBy,
  type Actor,
  actors,
  AppError,
  auditLog,
  type Context,
  empty,
  http,
  reply,
  type Routes,
  waitError,
} from '#sdk';
import { pathOfUi } from './domain.ts';
import { alias } from './legacy.ts';
import { readOidc, SCOPES, type Oidc } from './settings.ts';
import { bindingFor, bindingOf, cookieHeader } from './service/browser.ts';
import { finishFlow, refusedWithoutState, type Told } from './service/callback.ts';
import { exchangeCode } from './service/exchange.ts';
import { startFlow, takeFlow, type Flow, type FlowStart } from './service/flows.ts';
import { isLinked, unlink } from './service/links.ts';
import type { Provider } from './service/provider.ts';
import { discover, testConfiguration } from './service/trial.ts';

const SIGN_IN_PAGE = '/sign-in';
const LOGIN = '/api/v1/auth/sso/login';
/** The limit for one network, three calls to a sign-in: enough for an office behind one address in the morning. */
const LIMIT = { max: 600, windowSecs: 60 };

/** What the handlers need of a request, so that an alias can call the same ones. */
interface Asking {
  headers: IncomingHttpHeaders;
  address: string;
}

interface Acting {
  actor: Actor;
  address: string;
}

interface Returning extends Asking {
  query: Readonly<Record<string, string | undefined>>;
}

export function ssoRoutes(ctx: Context, provider: Provider): Routes<'sso'> {
  const flows = createFlowHandlers(ctx, provider);
  const named = <Request, Reply extends { headers?: Record<string, string> }>(
    handler: (request: Request) => Promise<Reply>,
  ) => alias(ctx.config.legacyProvider, handler);
  const config = async () => {
    const { isOn, displayName: display_name } = await readOidc(ctx);
    return reply(200, { enabled: isOn, display_name, auth_url: isOn ? LOGIN : '' });
  };
  const tried = (request: Acting, success: boolean, target?: string) =>
    auditLog.recordTrial(ctx, actedBy(request), {
      action: 'settings.tested',
      success,
      ...(target === undefined ? {} : { target }),
      resource: { kind: 'settings', id: 'oidc', name: 'oidc' },
    });
  const test = async (request: Acting) => {
    const result = await testConfiguration(provider, await readOidc(ctx));
    await tried(request, result.success);
    return reply(200, result);
  };
  return {
    getPublicSsoConfig: config,
    startSsoLogin: flows.login,
    completeSsoLogin: flows.complete,
    getLegacySsoConfig: named(config),
    startLegacySsoLogin: named(flows.login),
    completeLegacySsoLogin: named(flows.complete),
    async exchangeSsoCode({ body, headers, address }) {
      await limitCalls(ctx, address);
      // Switched off because nobody trusts the provider any more, for example.
      if (!(await readOidc(ctx)).isOn) throw new AppError('SSO_CODE_INVALID');
      const opened = await exchangeCode(ctx, {
        code: body.code,
        binding: bindingOf(headers),
        totpCode: body.totp_code ?? null,
        recoveryCode: body.recovery_code ?? null,
        client: actors.clientOf(address, headers['user-agent']),
      });
      return reply(200, await ctx.core.identity.loginAnswer(opened));
    },
    linkSso: (request) => flows.begin(request, 'link'),
    async reauthenticateBySso(request) {
      const { id } = request.actor;
      if (id !== null && !(await isLinked(ctx, id))) throw new AppError('SSO_LINK_NEEDED');
      return flows.begin(request, 'reauthenticate');
    },
    async unlinkSso(request) {
      await unlink(ctx, request.actor, actedBy(request));
      return empty(204);
    },
    async discoverOidc(request) {
      const { discovery_url: url, scopes } = request.body;
      const asked = scopes === undefined ? (await readOidc(ctx)).scopes : scopes.trim() || SCOPES;
      const found = await discover(provider, url, asked);
      await tried(request, found.success, new URL(url).origin);
      return reply(200, found);
    },
    testSso: test,
    testLegacySso: named(test),
  };
}

/** The handlers that send a browser to the provider and take it back. */
function createFlowHandlers(ctx: Context, provider: Provider) {
  async function start(oidc: Oidc, start: FlowStart): Promise<string> {
    if (!oidc.isOn) throw new AppError('SSO_DISABLED');
    return startFlow(ctx, { provider, oidc, start });
  }

  return {
    async login({ headers, address, query }: Asking & { query: { return_to?: string } }) {
      const binding = bindingFor(headers);
      await limitCalls(ctx, address);
      const owner = null;
      const { return_to: returnTo } = query;
      const url = await start(await readOidc(ctx), { purpose: 'sign_in', binding, returnTo, owner });
      return reply(302, undefined, { Location: url, ...cookieHeader(binding) });
    },

    async complete({ headers, address, query }: Returning) {
      const binding = bindingOf(headers) ?? '';
      await limitCalls(ctx, address);
      const oidc = await readOidc(ctx);
      if (!oidc.isOn) throw new AppError('SSO_DISABLED');
      const { state = '' } = query;
      if (state === '' && query['error']) throw refusedWithoutState(ctx, query['error']);
      const flow = await takeFlow(ctx, state, binding);
      const client = actors.clientOf(address, headers['user-agent']);
      const answer = { flow, state, parameters: parametersOf(query), binding, client };
      return atPageOf(flow, headers, async () => {
        const told = await finishFlow(ctx, { provider, oidc, answer });
        return reply(302, undefined, {
          Location: pageAddress(pageOf(flow), told),
          ...cookieHeader(binding),
        });
      });
    },

    async begin(
      request: Asking & { actor: Actor; body: { return_to?: string } },
      purpose: 'link' | 'reauthenticate',
    ) {
      const { headers, address, actor, body } = request;
      await limitCalls(ctx, address);
      if (actor.kind !== 'user' || actor.id === null || actor.sessionId === null)
        throw new AppError('FORBIDDEN', { message: 'Only people who are signed in can do this.' });
      const binding = bindingFor(headers);
      const owner = { accountId: actor.id, sessionId: actor.sessionId };
      const url = await start(await readOidc(ctx), { purpose, binding, returnTo: body.return_to, owner });
      return reply(200, { auth_url: url }, cookieHeader(binding));
    },
  };
}

/** The parameters of a provider's answer; any others are ignored. */
const PARAMETERS = ['state', 'code', 'iss', 'error', 'error_description'];

function parametersOf(query: Returning['query']): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of PARAMETERS) {
    const value = query[name];
    if (value) parameters.set(name, value);
  }
  return parameters;
}

const pageOf = ({ purpose, returnTo }: Flow): string => (purpose === 'sign_in' ? SIGN_IN_PAGE : returnTo);

/**
 * Runs `work`; tells a browser of a refusal at the page from which it began the flow. Anything else that goes wrong is
 * told at the page for signing in, which the contract names.
 */
async function atPageOf<Reply>(flow: Flow, headers: IncomingHttpHeaders, work: () => Promise<Reply>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !http.wantsPage({ headers })) throw error;
    return reply(302, undefined, { Location: pageAddress(pageOf(flow), { sso_error: error.code }) });
  }
}

const pageAddress = (path: string, told: Told): string =>
  `${pathOfUi(path)}#${new URLSearchParams(told).toString()}`;

async function limitCalls(ctx: Context, address: string): Promise<void> {
  const waitSecs = await ctx.limits.hit(`sso:${http.limitKey(address)}`, LIMIT);
  if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
}
