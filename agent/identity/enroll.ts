import type { X509Certificate } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { Logger } from 'pino';
import { createCsr } from '../../server/shared/pki/csr.ts';
import { hostIdFromSan } from '../../server/shared/pki/names.ts';
import type { Connection } from '../config/values.ts';
import { privateKeyPin, publicKeyPin, readCertificates } from './certificates.ts';
import type { HostDescription } from './hostDescription.ts';
import { makeCsr } from './identity.ts';
import { addressTowards } from '../host/addresses.ts';
import { callManager, connectToManager, ManagerCallError } from './managerClient.ts';
import type { ManagerCall, ManagerRoute } from './managerClient.ts';
import type { IdentityStore, PendingEnrollment } from './store.ts';
import { issuerOf, readTrust } from './trust.ts';

const firstPollMs = 2_000;
const slowestPollMs = 30_000;

export interface EnrollmentOptions extends ManagerRoute {
  store: IdentityStore;
  managerUrl: string;
  /** As the manager showed it; null: a person approves the enrollment. */
  token: string | null;
  /** SHA-256 of the public key of the root in the manager's chain. */
  rootPin: string;
  /** null: the address used on the way to the manager. */
  advertiseAddress: string | null;
  /** The address on which the agent listens; default: the one under which it is called. */
  listen?: string;
  port: number;
  /** How the agent will be reached; default: `listen`. */
  connection?: Connection;
  host: HostDescription;
  log: Logger;
  now: () => Date;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 or more, and less than 1. */
  random: () => number;
  signal: AbortSignal;
}

/**
 * The manager refused, or could not prove its identity: repeating the call would not help. The message is for people.
 */
export class EnrollmentError extends Error {
  override readonly name = 'EnrollmentError';

  /** Whether the manager itself refused; it would refuse again. */
  get isRefusal(): boolean {
    const { cause } = this;
    return !(cause instanceof ManagerCallError) || cause.failure === 'refused';
  }
}

interface StatusAnswer {
  status: 'pending' | 'approved' | 'denied' | 'expired';
  host_id?: string;
  certificate_pem?: string;
  ca_pem?: string;
}

/**
 * Joins the fleet: makes key and CSR, sends the request, waits for the decision, stores the certificate. Resumes an
 * earlier run at whatever point it stopped. Waits as long as it takes; throws EnrollmentError when a person must act.
 */
export async function enroll(options: EnrollmentOptions): Promise<void> {
  for (;;) {
    const pending = await resumeOrBegin(options);
    const answer = await waitForDecision(pending, options);
    if (answer.status === 'approved') return storeApproval(answer, pending, options.store);
    await options.store.updateState({ enrollment: null });
    if (answer.status === 'denied')
      throw new EnrollmentError('the manager denied the enrollment; ask its administrator, then start again');
    options.log.info('the enrollment expired before anybody approved it; asking again');
  }
}

/** An accepted enrollment with this manager that has not expired, or a new one. */
async function resumeOrBegin(options: EnrollmentOptions): Promise<PendingEnrollment> {
  const { enrollment } = await options.store.readState();
  const isSame = enrollment?.managerUrl === options.managerUrl;
  if (
    enrollment &&
    isSame &&
    enrollment.accepted &&
    new Date(enrollment.accepted.expiresAt) > options.now()
  ) {
    options.log.info(
      { event: 'enrollmentResumed', enrollmentId: enrollment.accepted.id },
      'enrollment resumed',
    );
    return enrollment;
  }
  const csrPem = await csrFor(isSame ? enrollment : null, options);
  return submit(csrPem, options);
}

/**
 * A request whose answer was lost is repeated with the same key, so that the manager does not take it for a second
 * host.
 */
async function csrFor(
  unanswered: PendingEnrollment | null,
  { store, host }: EnrollmentOptions,
): Promise<string> {
  const key = unanswered?.accepted === null ? await store.readPendingKey('enrollment') : null;
  if (key && privateKeyPin(key) === unanswered?.keyPin) return createCsr(createPrivateKey(key), host.fqdn);
  return makeCsr(store, 'enrollment', host.fqdn);
}

async function submit(csrPem: string, options: EnrollmentOptions): Promise<PendingEnrollment> {
  const { store, host, managerUrl } = options;
  const key = await store.readPendingKey('enrollment');
  if (!key) throw new Error('the key of the enrollment is gone');
  const pending: PendingEnrollment = { managerUrl, keyPin: privateKeyPin(key), accepted: null };
  await store.updateState({ enrollment: pending });
  const created = await persist(options, (localAddress) => ({
    method: 'POST',
    path: '/api/v1/enroll',
    body: {
      machine_id: host.machineId,
      fqdn: host.fqdn,
      ip_address: reachableAddress(options.advertiseAddress ?? localAddress, options.listen),
      port: options.port,
      // A manager of before knows only agents that listen.
      ...(options.connection === 'dial' ? { connection: 'dial' } : {}),
      os_details: host.osDetails,
      csr_pem: csrPem,
      ...(options.token === null ? {} : { enrollment_token: options.token }),
    },
  }));
  const answer = created.body as { id: string; polling_token: string; expires_at: string };
  const accepted = { id: answer.id, pollingToken: answer.polling_token, expiresAt: answer.expires_at };
  const announcedAddress = options.advertiseAddress ?? created.localAddress;
  await store.updateState({ enrollment: { ...pending, accepted }, announcedAddress, toldAddress: null });
  const shown = { enrollmentId: accepted.id, fingerprint: pending.keyPin };
  const text = 'enrollment requested; an administrator who approves it compares this fingerprint first';
  options.log.info({ event: 'enrollmentRequested', ...shown }, text);
  return { ...pending, accepted };
}

/** Returns `address`; throws EnrollmentError where the agent would not receive calls to it. */
function reachableAddress(address: string, listen = address): string {
  const problem = unreachableAt(address, listen);
  if (problem !== null) throw new EnrollmentError(problem);
  return address;
}

/** Why an agent that listens so would not receive calls to the address, in words; null: it would. */
export function unreachableAt(address: string, listen: string): string | null {
  if (!isIPv6(address) || !isIPv4(listen)) return null;
  const listening = `this agent listens on IPv4 alone (${listen})`;
  return `the manager would call this host at ${address}, but ${listening}: set listen to "::", which takes both, or advertise_address`;
}

async function waitForDecision(
  pending: PendingEnrollment,
  options: EnrollmentOptions,
): Promise<StatusAnswer> {
  const bearer = pending.accepted?.pollingToken ?? '';
  let waitMs = firstPollMs;
  for (;;) {
    const answer = await poll(bearer, options);
    if (answer.status !== 'pending') return answer;
    if (waitMs === firstPollMs) tellWaiting(options);
    await options.sleep(waitMs, options.signal);
    waitMs = Math.min(waitMs * 1.5, slowestPollMs);
  }
}

function tellWaiting({ log, token }: EnrollmentOptions): void {
  const why =
    token === null ? '' : '; the token is not enough, because another host there has the same machine id';
  log.info({ event: 'enrollmentWaiting' }, `an administrator must approve this host at the manager${why}`);
}

async function poll(bearer: string, options: EnrollmentOptions): Promise<StatusAnswer> {
  try {
    const { body } = await persist(options, () => ({ method: 'GET', path: '/api/v1/enroll/status', bearer }));
    return body as StatusAnswer;
  } catch (error) {
    // The manager no longer knows this request (it was restored from a backup, or cleaned up): send a new one.
    if (error instanceof EnrollmentError && (error.cause as ManagerCallError).status === 401)
      return { status: 'expired' };
    throw error;
  }
}

/** Repeats a call until the manager answers; throws only when a person must act. */
async function persist(
  options: EnrollmentOptions,
  call: (localAddress: string) => ManagerCall,
): Promise<{ body: unknown; localAddress: string }> {
  for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * 2, slowestPollMs)) {
    options.signal.throwIfAborted();
    try {
      const { managerUrl, rootPin, localAddress, proxy, others } = options;
      const connection = await connectToManager(
        new URL(managerUrl),
        { pin: rootPin },
        { localAddress, proxy, others },
      );
      await rememberRoot(connection.rootPems[0], options.store);
      const { url } = connection;
      const own = proxy?.serves(url) ? await addressTowards(url, proxy) : null;
      const address = own ?? connection.localAddress;
      return { body: await callManager(connection, call(address)), localAddress: address };
    } catch (error) {
      if (!(error instanceof ManagerCallError)) throw error;
      if (!error.retryable) throw new EnrollmentError(error.message, { cause: error });
      options.log.warn({ reason: error.message }, 'the manager did not answer; trying again');
      await options.sleep(pauseMs(error, waitMs, options.random), options.signal);
    }
  }
}

/** The manager's limits count the calls of a minute. */
const spreadMs = 60_000;

/**
 * How long to wait until the next call: never less than the manager asks for, and longer by a time of this host's own.
 * Behind one NAT address whole racks are refused at once and told the same moment; they would all come back in it.
 */
export function pauseMs(
  { status, retryAfterMs }: Pick<ManagerCallError, 'status' | 'retryAfterMs'>,
  waitMs: number,
  random: () => number,
): number {
  const leastMs = retryAfterMs ?? waitMs;
  return Math.round(leastMs + random() * (status === 429 ? spreadMs : leastMs / 2));
}

async function rememberRoot(pem: string | undefined, store: IdentityStore): Promise<void> {
  if (pem !== undefined && (await store.readManagerRoot()) !== pem) await store.saveManagerRoot(pem);
}

/**
 * Checks what the manager sent before it replaces anything; then stores trust, certificate and state, in this order.
 */
async function storeApproval(
  answer: StatusAnswer,
  pending: PendingEnrollment,
  store: IdentityStore,
): Promise<void> {
  const { host_id: hostId, certificate_pem: certificatePem, ca_pem: caPem } = answer;
  if (!hostId || !certificatePem || !caPem)
    throw new EnrollmentError('the manager approved without a certificate');
  const certificate = readCertificates(certificatePem)[0];
  const problem = certificate && approvalProblem(certificate, hostId, caPem, pending.keyPin);
  if (!certificate || problem)
    throw new EnrollmentError(`the manager sent a certificate that does not fit: ${problem}`);
  await store.saveTrust(caPem);
  await store.commit(certificatePem);
  // Perhaps of another installation.
  await store.updateState({ enrollment: null, epoch: 0 });
}

function approvalProblem(
  certificate: X509Certificate,
  hostId: string,
  caPem: string,
  keyPin: string,
): string | null {
  if (publicKeyPin(certificate.publicKey) !== keyPin) return 'it is for another key';
  if (hostIdFromSan(certificate.subjectAltName) !== hostId) return 'it names another host';
  if (!issuerOf(readTrust(caPem), certificate)) return 'its own authority did not issue it';
  return null;
}
