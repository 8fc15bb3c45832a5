import { isIP, type AddressInfo } from 'node:net';
import type { Config } from './config.ts';
import { ConfigError } from './configValues.ts';

/** The first descriptor that systemd hands over: sd_listen_fds(3). */
const FIRST_FD = 3;

/**
 * The listening socket that systemd holds for this process (`fleetmend.socket`), so that callers wait during a restart
 * and are not refused; null: there is none, and the configuration says where to listen. Takes the variables away, for
 * they are meant for this process alone. Throws a ConfigError where there are several.
 */
export function takeHandedSocket(env: NodeJS.ProcessEnv, pid = process.pid): { fd: number } | null {
  const { LISTEN_PID, LISTEN_FDS } = env;
  delete env.LISTEN_PID;
  delete env.LISTEN_FDS;
  delete env.LISTEN_FDNAMES;
  if (LISTEN_PID !== String(pid) || LISTEN_FDS === undefined || LISTEN_FDS === '0') return null;
  if (LISTEN_FDS !== '1')
    throw new ConfigError(
      `systemd hands over ${LISTEN_FDS} sockets, and this manager listens on one: leave one ListenStream= in fleetmend.socket ("::" takes both families)`,
    );
  return { fd: FIRST_FD };
}

/** What to do where the handed socket is not where the configuration says; null: it is. */
export function otherThanConfigured(
  handed: Pick<AddressInfo, 'address' | 'port'>,
  { listen, port }: Pick<Config, 'listen' | 'port'>,
): string | null {
  const isThere = handed.port === port && (isIP(listen) === 0 || handed.address === listen);
  if (isThere) return null;
  return `systemd holds the socket ${handed.address} port ${handed.port} for this manager, which counts, and the configuration says ${listen} port ${port}: run "systemctl daemon-reload", "systemctl stop fleetmend" and "systemctl start fleetmend"; an address in a drop-in of fleetmend.socket wins over the file`;
}
