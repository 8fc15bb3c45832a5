import { ssoReturnIn } from './ssoReturn.ts';

/** Where the window of the provider ends; its page tells the one that waits. */
export const PROVED_PATH = '/proved';

const CHANNEL = 'fleetmend-sso-proof';

type Message = { kind: 'back'; fault: string | null } | { kind: 'heard' };

/** What the way back has left behind the `#`: null, the person has proved it; else the code of what went wrong. */
export function proofIn(hash: string): string | null {
  const back = ssoReturnIn(hash);
  return back?.done === 'reauthenticated' ? null : (back?.error ?? 'SSO_STATE_INVALID');
}

/**
 * Tells every page of this browser that waits, for they share one session; what it is worth the manager knows alone.
 * Calls `heard` once one of them has it: a window that closes before takes the message along.
 */
export function tellProof(fault: string | null, heard: () => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'heard') heard();
  };
  channel.postMessage({ kind: 'back', fault } satisfies Message);
}

/** Calls `told` when a window has come back, until `signal` ends it. */
export function followProof(told: (fault: string | null) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'back') return;
    channel.postMessage({ kind: 'heard' } satisfies Message);
    told(data.fault);
  };
  signal.addEventListener('abort', () => channel.close(), { once: true });
}
