import { readEpoch } from '#server/kernel/backup/installation.ts';
import type { Context } from '../../kernel/boot/feature.ts';
import type { StepHandlers } from '../../kernel/db/steps.ts';
import type { ScheduledRun } from '../../kernel/scheduler/scheduler.ts';
import { every } from '../../kernel/every.ts';
import { readCrl, readCrlOf, refreshCrl } from './ca/crl.ts';
import { readEndings } from './ca/endings.ts';
import { authorityFacts, countExpiring } from './ca/facts.ts';
import { createIdentity, type OwnIdentity } from './ca/identity.ts';
import { bySystem, issueForCsr, issueWithKey } from './ca/issue.ts';
import { activeOf, getCertificate, latestOf, listCertificates, provingOf } from './ca/queries.ts';
import { markExpired, revoke, revokeAllOfHost, type Retiring, supersedeOthers } from './ca/retire.ts';
import { dropRequest, judgedAuthority, makeRequest, readRequest } from './ca/ownAuthority.ts';
import { type Authorities, believes, createAuthorities, topOf } from './ca/root.ts';
import { publicKeyPin } from './pki/index.ts';
import { type Renewal, renewDue, renewHost } from './renewHost.ts';
import { createRevocations, type Revocations } from './revocations.ts';
import { createShownCertificates, type ShownCertificates } from './shownCertificates.ts';
import type { AgentsService } from './api.ts';
import type { CertificateAuthority } from './ca.ts';
import { createKeeper, type Keeper } from './keeper/keeper.ts';
import { askManager, type AnswerQuestion } from './transport/questions.ts';
import { Balance } from './links/balance.ts';
import { Links } from './links/links.ts';
import { createReach } from './links/reach.ts';
import { createLinkRows } from './links/rows.ts';
import { LinkModel } from './models.ts';
import { createReplacedNotice, createTransport, type OwnTransport } from './transport/createTransport.ts';
import { refusalOf, type TransportTrust } from './transport/dial.ts';
import { relayChannel } from './transport/relayed.ts';
import { begin, finish, goBack, setPaused } from './rotation/change.ts';
import { latestRotation, rootFacts } from './rotation/facts.ts';
import { forgetRotationHost, listHosts } from './rotation/hosts.ts';
import { rollOut } from './rotation/rollOut.ts';
import { createTrustPusher, forgetAllTrust, forgetTrust, type TrustPusher } from './trust.ts';

const OWN_CHECK_MS = 600_000;
const SHOWN_CHECK_MS = 30_000;

export interface AgentsParts {
  service: AgentsService;
  revocations: Revocations;
  transport: OwnTransport;
  links: Links;
  /** Who answers the questions of other managers, by their names. */
  answers: ReadonlyMap<string, AnswerQuestion>;
  /** What transport and links trust. */
  trusted: TransportTrust;
  identity: OwnIdentity;
  shown: ShownCertificates;
  /** What happens in the transaction that deletes a host. */
  steps: StepHandlers;
  sweep(run: ScheduledRun): Promise<void>;
  /** A round of the rotation of the root, if one is under way. */
  rollOut(run: ScheduledRun): Promise<void>;
  /** Begins to follow revocations, and certificates of its own and of hosts; on each manager, for the sweep runs on one. */
  start(): void;
  stop(): Promise<void>;
}

/** Loads (or makes) the authority and the manager's own certificates, and connects them to the transport. */
export async function createAgents(ctx: Context): Promise<AgentsParts> {
  const authority = await createAuthorities(ctx);
  const identity = await createIdentity(ctx, authority);
  const revocations: Revocations = await createRevocations(ctx, onRevocations);
  const { judgeAddress } = ctx.core.hosts;
  const shown = createShownCertificates(ctx, () => renewal);
  const epoch = await readEpoch(ctx.db.reader);
  const rows = createLinkRows(ctx);
  await rows.forget();
  const trusted: TransportTrust = {
    secureContext: identity.secureContext,
    nextSecureContext: identity.nextSecureContext,
    endsAt: identity.endsAt,
    listenerEndsAt: identity.listenerEndsAt,
    isRevoked: (serial) => revocations.isRevoked(serial),
    believes: (issuer) => believes(authority.current(), issuer),
    judgeAddress: (address, loopbackAllowed) => judgeAddress(address, { loopbackAllowed }),
    shown: shown.note,
    openChannel: (hostId, done) => reach(hostId, done),
  };
  const replaced = createReplacedNotice(ctx.log);
  const transport = createTransport({
    trust: trusted,
    log: ctx.log,
    epoch,
    tellReplaced: replaced,
    healthMark: (hostId) => links.healthMark(hostId),
  });
  const links = new Links({
    ctx,
    rows,
    balance: new Balance({ rows, instanceId: ctx.instanceId, nowMs: () => performance.now() }),
    epoch,
    refusalOf: (peer) => refusalOf(trusted, peer),
    tellReplaced: replaced,
  });
  const reach = createReach({
    links,
    rows,
    relay: (address, hostId, done) => relayChannel(trusted, address, hostId, done),
  });
  const closeRefused = (): void => {
    transport.closeRefused();
    links.closeRefused();
  };
  const trust: TrustPusher = createTrustPusher(ctx, authority, transport, () => changed());
  const changed = (): Promise<void> => afterChange(ctx, revocations, trust);
  const retiring: Retiring = { ctx, ca: authority, changed };
  const ca = certificateAuthority(retiring, authority, identity);
  const renewal: Renewal = { ctx, ca, transport };

  /** Reads own certificates and roots again, and closes connections under a root that was removed meanwhile. */
  const refresh = async (): Promise<void> => {
    await identity.refresh();
    closeRefused();
  };
  const refreshIdentity = (): Promise<void> =>
    refresh().catch((error: unknown) =>
      ctx.log.warn({ error }, "the manager's own certificates could not be read"),
    );

  function onRevocations(hostIds: string[]): Promise<void> {
    closeRefused();
    ctx.events.emitNow('agents.revocationsChanged', { hostIds });
    return refresh();
  }
  const answers = new Map<string, AnswerQuestion>();
  const keeper = createKeeper(ctx, {
    answers,
    ask: (address, question) => askManager(trusted, address, question),
  });
  const service = agentsService(ctx, { identity, renewal, trust, retiring, keeper });
  const hostDeleted: StepHandlers['hosts.hostDeleted'] = async (tx, { hostId, by }) => {
    await ca.revokeAllOfHost(tx, { hostId }, by);
    await forgetTrust(tx, hostId);
    await forgetRotationHost(tx, hostId);
    await LinkModel.query(tx.knex).deleteById(hostId);
    tx.afterCommit(() => {
      transport.disconnect(hostId, 'HOST_DELETED');
      links.disconnect(hostId, 'deleted');
    });
  };
  const sweep = async ({ signal, touch }: ScheduledRun): Promise<void> => {
    await markExpired(ctx);
    await refresh();
    await refreshCrl(ctx, authority, changed);
    await renewDue(renewal, signal);
    await touch();
    await trust.pushToThoseBehind(signal);
  };
  const rounds: { stop(): void }[] = [];
  const start = (): void => {
    revocations.start();
    links.start();
    rounds.push(
      every(ctx, { ms: OWN_CHECK_MS, failed: 'the own certificates could not be read' }, refreshIdentity),
      every(ctx, { ms: SHOWN_CHECK_MS, failed: 'what hosts show could not be compared' }, shown.look),
    );
  };
  const stop = (): Promise<void> => {
    for (const part of [...rounds, shown, revocations, trust, transport]) part.stop();
    return links.stop();
  };
  const steps: StepHandlers = { 'hosts.hostDeleted': hostDeleted, 'kernel.restored': forgetAllTrust };
  return {
    service,
    revocations,
    transport,
    answers,
    trusted,
    links,
    identity,
    shown,
    steps,
    sweep,
    rollOut: (run) => rollOut({ retiring, renewal, trust }, run),
    start,
    stop,
  };
}

interface ServiceParts {
  identity: OwnIdentity;
  renewal: Renewal;
  trust: TrustPusher;
  retiring: Retiring;
  keeper: Keeper;
}

function agentsService(
  ctx: Context,
  { identity, renewal, trust, retiring, keeper }: ServiceParts,
): AgentsService {
  const targetOf: AgentsService['targetOf'] = (host) => ({
    hostId: host.id,
    address: host.ipAddress,
    port: host.port,
    loopbackAllowed: host.loopbackAllowed,
    ...(host.connection && { connection: host.connection }),
  });
  return {
    transport: renewal.transport,
    ca: renewal.ca,
    targetOf,
    listener: identity.listener,
    keeper,
    rotation: {
      roots: () => rootFacts(ctx),
      latest: () => latestRotation(ctx),
      begin: (by) => begin(retiring, by),
      beginWithOwn: async (draft, by) => begin(retiring, by, await judgedAuthority(ctx, draft)),
      request: () => readRequest(ctx),
      makeRequest: (by) => makeRequest(ctx, by),
      dropRequest: (by) => dropRequest(ctx, by),
      setPaused: (paused, by) => setPaused(retiring, paused, by),
      goBack: (by) => goBack(retiring, by),
      finish: (reason, by) => finish(retiring, reason, by),
      hosts: listHosts(ctx),
    },
    renewHostCertificate: (hostId, by, retire) => renewHost(renewal, hostId, by, retire),
    pushTrust: async (hostId) => trust.push(targetOf(await ctx.core.hosts.require(hostId, 'all'))),
  };
}

/**
 * Applies a change on this manager before the caller has an answer; other managers see it within two seconds. Agents
 * are told in the background.
 */
async function afterChange(ctx: Context, revocations: Revocations, trust: TrustPusher): Promise<void> {
  const later = (error: unknown): void =>
    ctx.log.warn({ error }, 'a revocation could not be spread yet; the sweep does it');
  await revocations.check().catch(later);
  void trust.pushToThoseBehind().catch(later);
}

function certificateAuthority(
  parts: Retiring,
  authority: Authorities,
  identity: OwnIdentity,
): CertificateAuthority {
  const { ctx } = parts;
  return {
    facts: () => authorityFacts(ctx, authority.current().anchor),
    countExpiring: (before) => countExpiring(ctx, before),
    endings: (before) => readEndings(ctx, authority, identity, before),
    rootPem: () => topOf(authority.current().anchor),
    trustPem: () => authority.current().trustPem,
    rootPin: () => publicKeyPin(topOf(authority.current().anchor)),
    crl: () => readCrl(ctx),
    crlOf: (fingerprint) => readCrlOf(ctx, fingerprint),
    issueForCsr: (tx, request, by = bySystem) => issueForCsr(ctx, authority, tx, request, by),
    issueWithKey: (tx, request, by = bySystem) => issueWithKey(ctx, authority, tx, request, by),
    revoke: (tx, request, by) => revoke(parts, tx, request, by),
    revokeAllOfHost: (tx, request, by) => revokeAllOfHost(parts, tx, request, by),
    supersedeOthers: (tx, request, by) => supersedeOthers(parts, tx, request, by),
    get: (id) => getCertificate(ctx, id),
    list: (query) => listCertificates(ctx, query),
    activeOf: (hostId) => activeOf(ctx, hostId),
    latestOf: (hostId) => latestOf(ctx, hostId),
    provingOf: (hostId) => provingOf(ctx, hostId),
  };
}
