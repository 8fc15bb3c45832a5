import { type AppError, type Context, http, type Tx, waitError } from '#sdk';
import { RequestModel } from '../models.ts';

/** The limit for one IPv4 address or IPv6 /64. */
const MAX_PENDING_A_SOURCE = 500;
/** From here on, the network that has sent most must wait. */
const FULL = 10_000;
/** From here on, everybody without an enrollment token must wait. */
const OVERFULL = 20_000;
const WAIT_SECS = 600;

/**
 * Keeps one source from burying the requests of all others: an address may have so many, and once a great many wait,
 * the network with most of them (IPv4 /24, IPv6 /64) must wait. `written`: the request that is judged, where its
 * transaction has written it already: it does not count. Throws RATE_LIMITED.
 */
export async function limitPending(
  ctx: Context,
  source: string,
  written?: { tx: Tx; except: string },
): Promise<void> {
  const pending = () =>
    pendingIn(written?.tx.knex ?? ctx.db.reader, ctx.clock.now()).modify(
      (query) => written && query.whereNot('id', written.except),
    );
  const network = http.crowdKey(source);
  const isNetwork = http.limitKey(source) === network;
  const own = isNetwork ? { source_network: network } : { source_address: source };
  if ((await pending().where(own).resultSize()) >= MAX_PENDING_A_SOURCE)
    throw waitFor(`${MAX_PENDING_A_SOURCE} enrollments from this address wait for an administrator already.`);
  const total = await pending().resultSize();
  if (total < FULL) return;
  if (total >= OVERFULL) throw waitFor('Too many enrollments wait for an administrator already.');
  const ownCrowd = await pending().where({ source_network: network }).resultSize();
  if (ownCrowd >= (await largestCrowd(pending())))
    throw waitFor('Too many enrollments wait for an administrator already, most of them from this network.');
}

type Knex = Context['db']['reader'];

const pendingIn = (knex: Knex, now: Date) =>
  RequestModel.query(knex).where('state', 'pending').where('expires_at', '>', now);

async function largestCrowd(pending: ReturnType<typeof pendingIn>): Promise<number> {
  const rows = await pending
    .count({ requests: '*' })
    .groupBy('source_network')
    .orderBy('requests', 'desc')
    .limit(1);
  const [first] = rows as unknown as { requests: number | string }[];
  return Number(first?.requests ?? 0);
}

const waitFor = (message: string): AppError => waitError('RATE_LIMITED', WAIT_SECS, { message });
