import { execFile } from 'node:child_process';
import type { Logger } from 'pino';
import { guarded } from './shared/guarded.ts';

/** What systemd is told of this process. */
export interface ServiceManager {
  /** It listens; from now on it also tells, a few times within systemd's own limit, that its event loop turns. */
  ready(): void;
  stopping(): void;
}

/**
 * Tells systemd by `systemd-notify`, because Node sends no datagrams to Unix sockets; elsewhere (no NOTIFY_SOCKET) it
 * does nothing. A word that does not arrive is logged: systemd then ends the start at its time limit.
 * https://www.freedesktop.org/software/systemd/man/sd_notify.html
 */
export function createServiceManager(env: NodeJS.ProcessEnv, log: Pick<Logger, 'warn'>): ServiceManager {
  if (!env.NOTIFY_SOCKET) return { ready: () => undefined, stopping: () => undefined };
  const tell = (...words: readonly string[]): void => {
    const told = guarded((error: Error | null) => {
      if (error)
        log.warn({ error, words }, 'systemd-notify failed: systemd does not know how the manager is');
    });
    execFile('systemd-notify', words, { timeout: 10_000 }, told);
  };
  return {
    ready() {
      tell('--ready');
      const limitMs = Number(env.WATCHDOG_USEC ?? 0) / 1_000;
      const isOurs = env.WATCHDOG_PID === undefined || env.WATCHDOG_PID === String(process.pid);
      // Three times within the limit, so that one lost word does no harm.
      if (limitMs > 0 && isOurs)
        setInterval(
          guarded(() => tell('WATCHDOG=1')),
          limitMs / 3,
        ).unref();
    },
    stopping: () => tell('STOPPING=1'),
  };
}

/**
 * What systemd says of the package's units (`active`, `failed` …), where they are for this port; empty for a manager that is
 * not the package's, and where there is no systemd.
 */
export async function unitsFor(port: number): Promise<{ socket: string; service: string }> {
  const words = ['show', '--property=ActiveState,Listen', 'fleetmend.socket', 'fleetmend.service'];
  const shown = await new Promise<string>((resolve) => {
    execFile(
      'systemctl',
      words,
      { timeout: 5_000 },
      guarded((_error, stdout) => resolve(stdout)),
    );
  });
  if (!new RegExp(`^Listen=.*:${port} \\(Stream\\)$`, 'm').test(shown)) return { socket: '', service: '' };
  const [socket = '', service = ''] = [...shown.matchAll(/^ActiveState=(.*)$/gm)].map(
    ([, state = '']) => state,
  );
  return { socket, service };
}
