/**
 * The link of an agent that dials: one WebSocket over mutual TLS to the manager's usual port, under
 * `managerServerName`, with JSON texts. Calls travel in channels: further connections that the agent opens when it is
 * asked for one, on which it then serves its own API. See docs/decisions/0055.
 */
import { AppError } from './appError.ts';

/** Where the link is opened, with this subprotocol of WebSocket. */
export const linkPath = '/api/v1/agent/link';
export const linkProtocol = 'fleetmend-link.1';
/** Where a channel is opened, by an HTTP upgrade to this protocol; the id that the manager gave is the header's value. */
export const channelPath = '/api/v1/agent/channel';
export const channelProtocol = 'fleetmend-channel/1';
export const channelHeader = 'fleetmend-channel';

export const linkLimits = {
  /** A longer message ends the link. */
  messageBytes: 16 * 1024,
  /** A link whose hello has not come by then ends. */
  helloMs: 10_000,
  /** The agent sends a ping so often, plus or minus a fifth; its pong is the manager's sign of life. */
  heartbeatMs: 25_000,
  /** Without a byte of the other end for so long, a link ends. */
  silenceMs: 75_000,
  /** From the manager's `open` to the channel. */
  channelMs: 5_000,
  /** A channel without a call for so long is closed by the agent. */
  channelIdleMs: 15_000,
  /** The first wait before a link is opened again, and the longest; drawn at random between 0 and the wait. */
  retryMs: { first: 1_000, longest: 45_000 },
  /** The longest wait that a `bye` may ask for. */
  byeRetryMs: 300_000,
} as const;

/** Sent by the agent first. */
export interface AgentHello {
  kind: 'hello';
  /** Of the agent. */
  version: string;
  host_id: string;
  /** Of the host's present boot. */
  boot_id: string;
  mode: 'dial';
  /** What of this protocol the agent knows beside calls; none yet. */
  capabilities: string[];
  /** The highest epoch of an installation that this host has met; a manager of a lower one was replaced. */
  epoch: number;
}

/** The manager's answer; from then on the link holds. */
export interface ManagerHello {
  kind: 'hello';
  /** Of the manager. */
  version: string;
  capabilities: string[];
  epoch: number;
  /** Grows with each link of the host; of two, the lower one is over. */
  link_number: number;
}

/** Sent by the agent after the hellos, and when its mark has changed; a ping says that it has not. */
export interface HealthMark {
  kind: 'health';
  /** The same text as long as `getHealth` would answer the same, but for `uptime_secs` and `running_job_id`. */
  mark: string;
}

/** The manager wants a channel. */
export interface OpenChannel {
  kind: 'open';
  id: string;
  /** Milliseconds within which it must come; a later one is refused. */
  within_ms: number;
}

export const byeReasons = [
  'restart',
  'balance',
  'replaced',
  'revoked',
  'deleted',
  'refused',
  'manager_replaced',
] as const;
export type ByeReason = (typeof byeReasons)[number];

/** Whoever sends it closes the link. */
export interface Bye {
  kind: 'bye';
  why: ByeReason;
  /** How long the agent waits at least before it dials again, in milliseconds. */
  retry_after_ms: number;
}

export type LinkMessage = AgentHello | ManagerHello | HealthMark | OpenChannel | Bye;

/**
 * Reads a message. Null: its kind is unknown to this version, so it is ignored. Throws AppError VALIDATION_FAILED where
 * it is no message, or lacks what its kind must have; the link then ends. `from` tells whose hello is expected.
 */
export function readLinkMessage(text: string, from: 'agent'): AgentHello | HealthMark | Bye | null;
export function readLinkMessage(text: string, from: 'manager'): ManagerHello | OpenChannel | Bye | null;
export function readLinkMessage(text: string, from: 'agent' | 'manager'): LinkMessage | null {
  const message = objectIn(text);
  const expect = (holds: boolean): void => {
    if (!holds) throw broken();
  };
  const { kind } = message;
  if (kind === 'hello') {
    expect(isText(message.version, 64) && isCount(message.epoch) && areNames(message.capabilities));
    if (from === 'agent')
      expect(isText(message.host_id, 64) && isText(message.boot_id, 64) && message.mode === 'dial');
    else expect(isCount(message.link_number));
  } else if (kind === 'health' && from === 'agent') expect(isText(message.mark, 64));
  else if (kind === 'open' && from === 'manager')
    expect(isText(message.id, 64) && isCount(message.within_ms));
  else if (kind === 'bye')
    expect(byeReasons.includes(message.why as ByeReason) && isCount(message.retry_after_ms));
  else if (isText(kind, 64)) return null;
  else throw broken();
  return message as unknown as LinkMessage;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw broken();
}

const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= longest;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const areNames = (value: unknown): boolean =>
  Array.isArray(value) && value.length <= 64 && value.every((one) => isText(one, 64));

const broken = (): AppError =>
  new AppError('VALIDATION_FAILED', { message: 'The message breaks the protocol of links.' });

/** A heartbeat's next time: `heartbeatMs` plus or minus a fifth. */
export const nextHeartbeatMs = (random: number): number => linkLimits.heartbeatMs * (0.8 + 0.4 * random);
