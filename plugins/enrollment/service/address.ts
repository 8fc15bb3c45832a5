import type { components } from '#generated/manager.ts';
import { actors, AgentFailure, AppError, type Context, pki, waitError } from '#sdk';
import type { ActedBy, Host } from '#sdk/hosts.ts';
import { normalAddress } from '../domain.ts';
import { limitCalls } from '../limits.ts';
import { proofOf } from './proof.ts';
import { judgedAddress } from './requests.ts';

export interface AddressClaim {
  hostId: string;
  /** Exactly as it was sent: it is part of the signed text. Absent: the agent only asks. */
  address: string | undefined;
  signature: string;
}

type Outcome = components['schemas']['AddressReport']['outcome'];

export interface AddressAnswer {
  outcome: Outcome;
  /** What the manager calls now. */
  ipAddress: string;
  port: number;
  /** Why the new address was not reached; else null. */
  reason: string | null;
}

const PROBE_TIMEOUT_MS = 5_000;
/** Addresses of one host that are tried in a day. A host that flaps between two of them uses this up. */
const MOST_A_DAY = 24;
const SEEN_JUST_NOW_MS = 10_000;
const DAY_SECS = 86_400;
/** Tries at once on this manager: when a whole network gets new addresses, each try waits for one that is gone. */
const MOST_AT_ONCE = 64;
const BUSY_SECS = 15;

/** Told by agents whose address has changed; see the contract. Keeps what is under way on this manager. */
export function createAddressReports(ctx: Context) {
  const underWay = new Set<string>();
  return {
    /** Throws RATE_LIMITED, SIGNATURE_INVALID, HOST_ADDRESS_REFUSED. */
    async report(claim: AddressClaim, callerAddress: string): Promise<AddressAnswer> {
      const source = normalAddress(callerAddress);
      await limitCalls(ctx, 'address', source);
      const host = await proved(ctx, claim);
      if (claim.address === undefined) return unmoved(host, 'known');
      const to = judgedAddress(ctx, claim.address, host.loopbackAllowed);
      if (host.connection === 'dial') return await listensAgain(ctx, host, to, actorOf(host, source));
      if (to === host.ipAddress) return await calledSoon(ctx, host);
      // Only a person knows which of the two systems is the host.
      if (host.duplicateIdentity) return unmoved(host, 'duplicate');
      if (underWay.size >= MOST_AT_ONCE || underWay.has(host.id)) throw waitError('RATE_LIMITED', BUSY_SECS);
      underWay.add(host.id);
      try {
        const by = actorOf(host, source);
        await limitMoves(ctx, host, to, by);
        return await tryAddress(ctx, host, to, by);
      } finally {
        underWay.delete(host.id);
      }
    },
  };
}

/** An agent that says where it is although that is known has not been called: by what it hears then it knows its port to be open. */
async function calledSoon(ctx: Context, host: Host): Promise<AddressAnswer> {
  const { hosts } = ctx.core;
  if (ctx.clock.now().getTime() - (host.lastSeenAt?.getTime() ?? 0) > SEEN_JUST_NOW_MS)
    await ctx.tx((tx) => hosts.pollSoon(tx, [host.id], ['health']), {
      durable: false,
      name: 'poll a host soon',
    });
  return unmoved(host, 'known');
}

async function proved(ctx: Context, { hostId, address, signature }: AddressClaim): Promise<Host> {
  const payload = pki.addressPayload({ hostId, address });
  const host = await ctx.core.hosts.get(hostId);
  if (host && (await proofOf(ctx, { hostId, payload, signature })) === 'stands') return host;
  throw new AppError('SIGNATURE_INVALID');
}

const actorOf = (host: Host, address: string): ActedBy => ({
  actor: { kind: 'agent', id: host.id, name: host.fqdn, role: null, ...actors.withoutSession },
  address,
});

/** Counted by host, after its proof: nobody else can use it up. The first refusal of a day is told, the others are not. */
async function limitMoves(ctx: Context, host: Host, to: string, by: ActedBy): Promise<void> {
  const limit = (what: string, max: number) =>
    ctx.limits.hit(`enrollment:${what}:${host.id}`, { max, windowSecs: DAY_SECS });
  const waitSecs = await limit('move', MOST_A_DAY);
  if (waitSecs === null) return;
  if ((await limit('move-told', 1)) === null) {
    await ctx.tx(
      async (tx) =>
        ctx.audit.record(tx, {
          ...by,
          action: 'host.moves_limited',
          resource: { kind: 'host', id: host.id, name: host.fqdn },
          before: { ipAddress: host.ipAddress },
          after: { refused: to, perDay: MOST_A_DAY },
        }),
      { name: 'report a host that moves too often' },
    );
  }
  throw waitError('RATE_LIMITED', waitSecs, {
    message: `This host reported ${MOST_A_DAY} other addresses in a day; until the day is over it stays at ${host.ipAddress}.`,
  });
}

/** An agent that dials reports no addresses: this one listens from now on, if it proves itself there. */
async function listensAgain(ctx: Context, host: Host, to: string, by: ActedBy): Promise<AddressAnswer> {
  const { hosts } = ctx.core;
  await limitMoves(ctx, host, to, by);
  const there = await answerAt(ctx, { ...host, ipAddress: to, connection: 'listen' });
  if ('reason' in there) return { ...unmoved(host, 'not_reached'), reason: there.reason };
  return ctx.tx(
    async (tx) => {
      await hosts.setConnection(tx, host.id, 'listen', by);
      const moved = await hosts.move(tx, host.id, { from: host.ipAddress, to }, by);
      await hosts.pollSoon(tx, [host.id]);
      return { ...unmoved({ ...host, ipAddress: to }, moved ? 'moved' : 'known') };
    },
    { name: 'a host listens again' },
  );
}

/** The new address is tried first: where the agent does not prove itself, nothing is said about the old one. */
async function tryAddress(ctx: Context, host: Host, to: string, by: ActedBy): Promise<AddressAnswer> {
  const { hosts } = ctx.core;
  const there = await answerAt(ctx, { ...host, ipAddress: to });
  if ('reason' in there) return { ...unmoved(host, 'not_reached'), reason: there.reason };
  const here = await answerAt(ctx, host);
  if ('bootId' in here) {
    if (here.bootId === there.bootId) return unmoved(host, 'still_answers');
    await ctx.tx((tx) => hosts.flagDuplicate(tx, host.id, by), { name: 'flag duplicate identity' });
    return unmoved(host, 'duplicate');
  }
  for (const other of await hosts.atEndpoint({ ipAddress: to, port: host.port }))
    // One that dials answers wherever it is.
    if (other.id !== host.id && other.connection === 'listen' && 'bootId' in (await answerAt(ctx, other)))
      return unmoved(host, 'taken');
  return move(ctx, host, to, by);
}

/** Since which boot the host's own agent answers there, or why none does. */
async function answerAt(
  { core: { agents } }: Context,
  host: Host,
): Promise<{ bootId: string } | { reason: string }> {
  try {
    const { bootId } = await agents.transport.probe(agents.targetOf(host), { timeoutMs: PROBE_TIMEOUT_MS });
    return { bootId };
  } catch (error) {
    if (error instanceof AgentFailure) return { reason: error.code };
    throw error;
  }
}

/** If somebody has changed the address meanwhile, theirs counts. */
async function move(ctx: Context, host: Host, to: string, by: ActedBy): Promise<AddressAnswer> {
  const { hosts } = ctx.core;
  return ctx.tx(
    async (tx) => {
      const now = await hosts.getIn(tx, host.id);
      if (!now) throw new AppError('SIGNATURE_INVALID');
      const moved =
        now.port === host.port && (await hosts.move(tx, host.id, { from: host.ipAddress, to }, by));
      if (!moved) return unmoved(now, 'known');
      await hosts.pollSoon(tx, [host.id]);
      return { outcome: 'moved', ipAddress: to, port: host.port, reason: null };
    },
    { name: 'move a host' },
  );
}

const unmoved = ({ ipAddress, port }: Host, outcome: Outcome): AddressAnswer => ({
  outcome,
  ipAddress,
  port,
  reason: null,
});
