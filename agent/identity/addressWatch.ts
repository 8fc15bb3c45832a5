import type { Logger } from 'pino';
import { guarded } from '../../server/shared/guarded.ts';
import type { HealthProblem } from '../host/healthProblem.ts';
import { pauseMs, unreachableAt } from './enroll.ts';
import type { AgentIdentity } from './identity.ts';
import { ManagerCallError } from './managerClient.ts';
import { reportAddress } from './reportAddress.ts';
import type { AddressReceiver, AddressReport } from './reportAddress.ts';
import type { Reported } from '../ways/ways.ts';
import type { ToldAddress } from './store.ts';

const minuteMs = 60_000;
const lookMs = minuteMs / 2;
/** Routes may change while the addresses stay. */
const routesEveryMs = 10 * minuteMs;
/** Waits after a call that failed, and after an address that the manager could not use; each doubles. */
const firstPauseMs = lookMs;
const longestPauseMs = 10 * minuteMs;
const firstRetryMs = 5 * minuteMs;
/** The manager tries 24 addresses of a host a day. */
const longestRetryMs = 360 * minuteMs;
/** By default the manager calls every minute. */
const quietMs = 5 * minuteMs;
/** The manager that has forgotten a move (it was restored from a backup) calls the old address. */
const forgottenMs = 60 * minuteMs;

export interface AddressWatchOptions extends Pick<AddressReceiver, 'proxy' | 'others'> {
  identity: AgentIdentity;
  managerUrl: () => Promise<string | null>;
  /** The configuration's advertise_address; null: the one on the way to the manager. */
  configured: string | null;
  /** The address on which the agent listens. */
  listen: string;
  own: () => readonly string[];
  /** This host's address on the way to a URL; null: there is no way. */
  towards: (url: URL) => Promise<string | null>;
  /** For how long the manager has not called, in ms; from the start on. */
  quietForMs: () => number;
  /** 0 or more, and less than 1. */
  random: () => number;
  /** Milliseconds of a clock that nobody sets. */
  steadyMs: () => number;
  log: Logger;
}

/** What `addressToTell` goes by. */
export interface Standing {
  /** The address that this host has now; null: not known. */
  present: string | null;
  own: readonly string[];
  /** The address that the manager calls, as far as this host knows; null: not known. */
  known: string | null;
  /** The address that was told last, and the answer. */
  told: ToldAddress | null;
  quietForMs: number;
}

/**
 * The address to tell the manager; null: none. One that differs from the known one is told once, as hosts have several
 * and only the manager finds out which works. It is told again only while the known one is gone and nobody calls: behind
 * a translated address the known one is never the host's own.
 */
export function addressToTell({ present, own, known, told, quietForMs }: Standing): string | null {
  if (present === null) return null;
  if (present === known) return quietForMs > forgottenMs ? present : null;
  if (told?.address !== present) return present;
  if (known !== null && own.includes(known)) return null;
  return quietForMs > quietMs || told.outcome === 'still_answers' ? present : null;
}

/** Tells the manager when this host has another address than the one that is called, and keeps why that did not help. */
export class AddressWatch {
  readonly #options: AddressWatchOptions;
  #seen = '';
  #nextMs = -Infinity;
  /** The manager asked not to be called before. */
  #heldUntilMs = -Infinity;
  #retryMs = firstRetryMs;
  #pauseMs = firstPauseMs;
  #problem: string | null = null;

  constructor(options: AddressWatchOptions) {
    this.#options = options;
  }

  /** Looks now and every half minute, until the returned function is called; that resolves when no look is under way. */
  start(): () => Promise<void> {
    const { log } = this.#options;
    let busy: Promise<void> | null = null;
    const look = (): void => {
      busy ??= this.look()
        .catch((error: Error) => log.warn({ reason: error.message }, 'the address could not be looked at'))
        .finally(() => (busy = null));
    };
    look();
    const timer = setInterval(guarded(look), lookMs);
    timer.unref();
    return async () => {
      clearInterval(timer);
      await busy;
    };
  }

  /** After a renewal the manager can verify this host again: what it could not reach before is worth telling anew. */
  lookAnew(): void {
    [this.#seen, this.#retryMs, this.#pauseMs] = ['', firstRetryMs, firstPauseMs];
  }

  /** Tells the manager where this host is, and whether it is reached there now; the manager tries it. */
  async report(): Promise<Reported> {
    const { identity, managerUrl, proxy, others, configured, towards, listen } = this.#options;
    const url = await managerUrl();
    const address = url === null ? null : (configured ?? (await towards(new URL(url))));
    if (url === null || address === null)
      return { isReached: false, reason: 'This host has no way to the manager', isRetryable: true };
    const refusal = unreachableAt(address, listen);
    if (refusal !== null) return { isReached: false, reason: refusal, isRetryable: false };
    try {
      const report = await reportAddress(identity, { managerUrl: url, proxy, others }, address);
      const { outcome, reason, ip_address: called, port } = report;
      const isReached = (outcome === 'moved' || outcome === 'known') && called === address;
      if (isReached)
        await identity.store.updateState({
          announcedAddress: called,
          toldAddress: { address, outcome, reason },
        });
      const told = `The manager was told ${address} and could not reach the agent there, at port ${port} (${reason ?? outcome}): look for a firewall, or NAT, between the two`;
      return { isReached, reason: isReached ? '' : told, isRetryable: outcome === 'not_reached' };
    } catch (error) {
      if (!(error instanceof ManagerCallError)) throw error;
      const reason = `The manager at ${url} could not be told ${address}: ${error.message}`;
      return { isReached: false, reason, isRetryable: error.retryable && error.status !== 429 };
    }
  }

  problems(): HealthProblem[] {
    if (this.#problem === null || this.#options.quietForMs() <= quietMs) return [];
    return [{ code: 'ADDRESS_CHANGED', message: this.#problem }];
  }

  async look(): Promise<void> {
    const { own, steadyMs } = this.#options;
    const seen = own().toSorted().join();
    if (seen !== this.#seen) this.lookAnew();
    else if (steadyMs() < this.#nextMs) return;
    if (steadyMs() < this.#heldUntilMs) return;
    this.#seen = seen;
    this.#nextMs = steadyMs() + (await this.#tellIfChanged());
  }

  /** Resolves to the time until the next look at addresses that stay the same, in ms. */
  async #tellIfChanged(): Promise<number> {
    const { identity, managerUrl, configured, towards, own, quietForMs, listen } = this.#options;
    const url = await managerUrl();
    const present = url === null ? null : (configured ?? (await towards(new URL(url))));
    const { announcedAddress: known, toldAddress: told } = await identity.store.readState();
    const address = addressToTell({ present, own: own(), known, told, quietForMs: quietForMs() });
    if (present === known) this.#problem = null;
    if (url === null || address === null) return routesEveryMs;
    const refusal = unreachableAt(address, listen);
    if (refusal === null) return this.#tell(url, address, known);
    this.#problem = refusal;
    return routesEveryMs;
  }

  async #tell(url: string, address: string, known: string | null): Promise<number> {
    const { identity, log, random, proxy, others } = this.#options;
    try {
      const report = await reportAddress(identity, { managerUrl: url, proxy, others }, address);
      const { outcome, reason, ip_address: called } = report;
      // A host that dialled until now is not called at this address, or at any other one, before it was reached there.
      const isCalled = outcome !== 'not_reached' || called !== address;
      await identity.store.updateState({
        announcedAddress: isCalled ? called : null,
        toldAddress: { address, outcome, reason },
      });
      log.info({ event: 'addressTold', address, outcome, reason, called }, 'told the manager an address');
      this.#problem = addressProblem(address, report);
      this.#pauseMs = firstPauseMs;
      // What it knew already is told only when it seems to have forgotten it.
      if (this.#problem === null && known !== address) return routesEveryMs;
      const waitMs = this.#retryMs;
      this.#retryMs = Math.min(waitMs * 2, longestRetryMs);
      return waitMs;
    } catch (error) {
      if (!(error instanceof ManagerCallError)) throw error;
      log.warn({ reason: error.message, address }, 'the manager could not be told the address of this host');
      this.#problem = `The manager calls this host at ${known ?? 'another address'}, and could not be told ${address}: ${error.message}.`;
      if (!error.retryable) return longestRetryMs;
      const waitMs = pauseMs(error, this.#pauseMs, random);
      if (error.status === 429) this.#heldUntilMs = this.#options.steadyMs() + waitMs;
      this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
      return waitMs;
    }
  }
}

/** Why the manager does not call an address that it was told, in words; null: it does, or need not. */
export function addressProblem(
  address: string,
  {
    outcome,
    reason,
    ip_address: called,
    port,
  }: Pick<ToldAddress, 'outcome' | 'reason'> & Pick<AddressReport, 'ip_address' | 'port'>,
): string | null {
  const calls = `The manager calls this host at ${called}`;
  switch (outcome) {
    case 'not_reached':
      return `${calls}. It was told ${address}, and could not reach the agent there (${reason ?? 'unknown'}): look for a firewall at port ${port}.`;
    case 'duplicate':
      return `${calls}, where another system with this host's certificate answers, so it does not call ${address}: enroll the copy of this host by itself.`;
    case 'taken':
      return `${calls}. At ${address}, which it was told, another host answers.`;
    default:
      return null;
  }
}
