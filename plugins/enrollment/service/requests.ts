import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { actors, AppError, type Context, http, pki, type Tx } from '#sdk';
import type { ActedBy, HostConnection } from '#sdk/hosts.ts';
import {
  claimsOf,
  flagsOf,
  isLoopback,
  needsPerson,
  normalAddress,
  REQUEST_LIFE_MS,
  secretHash,
  type RequestFlags,
} from '../domain.ts';
import { limitCalls } from '../limits.ts';
import { RequestModel, type TokenModel } from '../models.ts';
import { requestToWire } from '../wire.ts';
import { approveIn } from './approve.ts';
import { limitPending } from './pendingLimits.ts';
import type { TokenGate } from './tokenGate.ts';
import { consumeToken, requireUsableToken } from './tokens.ts';

export interface NewRequest {
  machineId: string;
  fqdn: string;
  ipAddress: string;
  port: number;
  connection: HostConnection;
  osDetails: Record<string, string>;
  csrPem: string;
  enrollmentToken: string | null;
}

export interface CreatedRequest {
  id: string;
  /** Shown only now; only its hash is stored. */
  pollingToken: string;
  expiresAt: Date;
}

/** What was checked before the transaction. */
interface Checked extends Omit<NewRequest, 'enrollmentToken'> {
  publicKeyPin: string;
  source: string;
  token: string | null;
  /** Whether the limit of its address has counted it. */
  isCounted: boolean;
}

/** Nothing was written: the request would not use up its token, so it must be counted first. */
class Unspent extends Error {}

const POLLING_TOKEN_BYTES = 32;

/**
 * Records a request; with a good token it is approved in the same transaction, unless an existing host has the machine
 * id or the name, or answers at the address. Only a request that uses up its token is not counted by the limit of its
 * address. Throws RATE_LIMITED, CSR_INVALID, HOST_ADDRESS_REFUSED, ENROLLMENT_TOKEN_INVALID.
 */
export async function createRequest(
  ctx: Context,
  gate: TokenGate,
  input: NewRequest,
  address: string,
): Promise<CreatedRequest> {
  const source = normalAddress(address);
  const { enrollmentToken: shown } = input;
  const isRight = shown !== null && (await gate.isUsable(shown, source));
  if (shown === null) await limitCalls(ctx, 'create', source);
  const done = isRight ? await gate.begin(source) : null;
  try {
    return await createCounted(ctx, gate, { ...input, source, token: shown, isCounted: !isRight });
  } catch (error) {
    // A right token with anything wrong beside it.
    if (isRight) await limitCalls(ctx, 'create', source);
    throw error;
  } finally {
    done?.();
  }
}

async function createCounted(
  ctx: Context,
  gate: TokenGate,
  asked: Omit<Checked, 'publicKeyPin'>,
): Promise<CreatedRequest> {
  const { source, token: shown } = asked;
  const checked: Checked = {
    ...asked,
    publicKeyPin: pinOf(asked.csrPem),
    ipAddress: judgedAddress(ctx, asked.ipAddress, isLoopback(source)),
  };
  if (shown === null) await limitPending(ctx, source);
  try {
    const made = await ctx.tx((tx) => record(ctx, tx, checked, true), { name: 'create enrollment' });
    if (shown !== null && !checked.isCounted) gate.noteSpent(shown, source);
    return made;
  } catch (error) {
    // Two requests with one machine id came at the same moment: the second one waits for a person.
    const isSecond = error instanceof AppError && error.code === 'MACHINE_ID_IN_USE';
    if (!isSecond && !(error instanceof Unspent)) throw error;
  }
  if (!checked.isCounted) await limitCalls(ctx, 'create', source);
  return ctx.tx((tx) => record(ctx, tx, { ...checked, isCounted: true }, false), {
    name: 'create enrollment',
  });
}

export function pinOf(csrPem: string): string {
  try {
    return pki.parseCsr(csrPem).publicKeyPin;
  } catch (cause) {
    if (!(cause instanceof pki.PkiError)) throw cause;
    throw new AppError('CSR_INVALID', { message: `The CSR is refused: ${cause.message}.` }, { cause });
  }
}

/** The address as it is stored. Throws HOST_ADDRESS_REFUSED. */
export function judgedAddress(ctx: Context, ipAddress: string, loopbackAllowed: boolean): string {
  const refusal = ctx.core.hosts.judgeAddress(ipAddress, { loopbackAllowed });
  if (refusal === null) return normalAddress(ipAddress);
  throw new AppError('HOST_ADDRESS_REFUSED', {
    message: `Agents cannot be reached at ${ipAddress} (${refusal}); set advertise_address on the host to one that this manager reaches.`,
    details: { reason: refusal },
  });
}

async function record(ctx: Context, tx: Tx, request: Checked, mayApprove: boolean): Promise<CreatedRequest> {
  const now = ctx.clock.now();
  const again = await answerAgain(ctx, tx, request, now);
  if (again) return again;
  const token =
    request.token === null ? null : await requireUsableToken(tx, request.token, request.source, now);
  const twins = await twinsOf(tx.knex, [request], now);
  const flags = flagsOf(request, await ctx.core.hosts.namesakes(claimsOf([request]), tx), twins);
  const mustWait = needsPerson(flags);
  const spends = mayApprove && !mustWait ? token : null;
  if (!spends) requireCounted(request);
  const { row, pollingToken, isNew } = await write(tx, request, token, now);
  // A token is used up by an approval alone, so what waits in spite of one counts as what came without.
  if (isNew && token && mustWait) await limitPending(ctx, request.source, { tx, except: row.id });
  if (isNew) auditRequest(ctx, tx, row, flags);
  if (spends) await approveByToken(ctx, tx, row, spends);
  const stored = (await RequestModel.query(tx.knex).findById(row.id)) ?? row;
  const shown = requestToWire(stored, now, flags);
  ctx.events.emit(tx, 'enrollment.requestCreated', { request: shown });
  ctx.live.tell(tx, 'enrollment.created', shown);
  return { id: row.id, pollingToken, expiresAt: stored.expiresAt };
}

/** Throws Unspent. */
function requireCounted({ isCounted }: Checked): void {
  if (!isCounted) throw new Unspent('the request uses up no token');
}

/**
 * Answers an agent that asks again with the same key because an answer got lost. If it was approved and never fetched
 * its certificate, it gets a new polling token for the same approval, and does not count as a second host; no use of a
 * token is spent.
 */
async function answerAgain(
  ctx: Context,
  tx: Tx,
  request: Checked,
  now: Date,
): Promise<CreatedRequest | null> {
  const { machineId, publicKeyPin } = request;
  const known = await RequestModel.query(tx.knex)
    .where({ machine_id: machineId, public_key_pin: publicKeyPin, state: 'approved' })
    .whereNull('fetched_at')
    .orderBy('created_at', 'desc')
    .first()
    .forUpdate();
  if (!known?.hostId || !(await ctx.core.hosts.getIn(tx, known.hostId))) return null;
  requireCounted(request);
  const pollingToken = newPollingToken();
  const expiresAt = new Date(now.getTime() + REQUEST_LIFE_MS);
  await RequestModel.query(tx.knex)
    .findById(known.id)
    .patch({ pollingTokenHash: secretHash(pollingToken), expiresAt });
  return { id: known.id, pollingToken, expiresAt };
}

/** A request that is sent again is written to the audit log once in so long. */
const AUDIT_EVERY_MS = 3_600_000;

/**
 * One row for a key, however often it asks while nobody decides; each answer has a polling token of its own, and the
 * last one counts. `isNew`: it stands in no audit row of the last hour.
 */
async function write(
  tx: Tx,
  request: Checked,
  token: TokenModel | null,
  now: Date,
): Promise<{ row: RequestModel; pollingToken: string; isNew: boolean }> {
  const pollingToken = newPollingToken();
  const { machineId, fqdn, ipAddress, port, connection, osDetails, csrPem, publicKeyPin, source } = request;
  const known = await RequestModel.query(tx.knex)
    .where({ machine_id: machineId, public_key_pin: publicKeyPin, state: 'pending' })
    .where('expires_at', '>', now)
    .first()
    .forUpdate();
  const isNew = !known || now.getTime() - known.createdAt.getTime() >= AUDIT_EVERY_MS;
  const row = RequestModel.fromDatabaseJson({});
  Object.assign(row, {
    id: known?.id ?? uuid(),
    machineId,
    fqdn,
    ipAddress,
    port,
    connection,
    osDetails,
    csrPem,
    publicKeyPin,
    pollingTokenHash: secretHash(pollingToken),
    sourceAddress: source === '' ? null : source,
    sourceNetwork: http.crowdKey(source),
    tokenId: token?.id ?? null,
    state: 'pending',
    hostId: null,
    certificatePem: null,
    createdAt: known && !isNew ? known.createdAt : now,
    expiresAt: new Date(now.getTime() + REQUEST_LIFE_MS),
    decidedAt: null,
    decidedByKind: null,
    decidedByName: null,
    fetchedAt: null,
  } satisfies Partial<RequestModel>);
  const { id, ...rest } = { ...row } as Partial<RequestModel> & { id: string };
  if (known) await RequestModel.query(tx.knex).findById(id).patch(rest);
  else await RequestModel.query(tx.knex).insert({ id, ...rest });
  return { row, pollingToken, isNew };
}

function newPollingToken(): string {
  return randomBytes(POLLING_TOKEN_BYTES).toString('base64url');
}

async function approveByToken(ctx: Context, tx: Tx, row: RequestModel, token: TokenModel): Promise<void> {
  await consumeToken(tx, token.id, ctx.clock.now());
  const name = `enrollment token ${token.name ?? token.id}`;
  const by: ActedBy = {
    actor: { kind: 'token', id: token.id, name, role: null, ...actors.withoutSession },
    address: row.sourceAddress,
  };
  await approveIn(ctx, tx, row, { by, replace: false });
}

function auditRequest(ctx: Context, tx: Tx, row: RequestModel, flags: RequestFlags): void {
  ctx.audit.record(tx, {
    actor: actors.anonymous,
    address: row.sourceAddress,
    action: 'enrollment.requested',
    resource: { kind: 'enrollment', id: row.id, name: row.fqdn },
    after: {
      machine_id: row.machineId,
      fqdn: row.fqdn,
      ip_address: row.ipAddress,
      port: row.port,
      connection: row.connection,
      public_key_fingerprint: row.publicKeyPin,
      machine_id_in_use: flags.machineIdInUse,
      fqdn_in_use: flags.fqdnInUse,
      endpoint_in_use: flags.endpointInUse,
      twin_pending: flags.twinPending,
      token_id: row.tokenId,
    },
  });
}

/** The pending requests that have a machine id of one of these, themselves included. */
export const twinsOf = async (
  knex: Context['db']['reader'],
  rows: readonly Pick<RequestModel, 'machineId'>[],
  now: Date,
): Promise<RequestModel[]> =>
  rows.length === 0
    ? []
    : RequestModel.query(knex)
        .whereIn(
          'machine_id',
          rows.map(({ machineId }) => machineId),
        )
        .where('state', 'pending')
        .where('expires_at', '>', now);
