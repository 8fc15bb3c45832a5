import { ssoReturnIn } from './ssoReturn.ts';

/** Path at which the identity provider's window ends; its page tells the one that waits. */
export const PROVED_PATH = '/proved';

const CHANNEL = 'fleetmend-sso-proof';

type Message = { kind: 'back'; fault: string | null } | { kind: 'heard' };

/**
 * What the return from the identity provider left behind the `#`: null if the person has proved it, else an error code.
 */
export function proofIn(hash: string): string | null {
  const back = ssoReturnIn(hash);
  return back?.done === 'reauthenticated' ? null : (back?.error ?? 'SSO_STATE_INVALID');
}

/**
 * Tells every waiting page of this browser, because they share one session; only the manager judges the proof. Calls
 * `heard` once a page has the message: a window that closes before loses it.
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
