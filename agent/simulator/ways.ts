import type { Logger } from 'pino';
import { systemClock } from '../clock.ts';
import type { Connection } from '../config/values.ts';
import { AddressWatch } from '../identity/addressWatch.ts';
import { readChosen, writeChosen } from '../ways/chosen.ts';
import { Ways } from '../ways/ways.ts';
import { dataDirOf, type SimulatedAgent } from './agent.ts';
import type { SharedCalls } from './calls.ts';
import type { SharedDialler } from './dialler.ts';

export interface SimulatedWaysOptions {
  dir: string;
  managerUrl: string;
  /** Where the port is that all of them share. */
  address: string;
  /** How hosts are reached on which no job has changed that. */
  connection: Connection;
  calls: SharedCalls;
  dialler: SharedDialler;
  log: Logger;
}

/** How the manager reaches one of many simulated hosts, by the agent's own code; for each boot a new one. */
export function simulatedWays(one: SimulatedAgent, options: SimulatedWaysOptions): Ways {
  const { dir, managerUrl, address, connection, calls, dialler, log } = options;
  const dataDir = dataDirOf(dir, one.name);
  const configured = { connection, source: 'default' };
  const quietForMs = (): number => performance.now() - one.heardAtMs;
  const watch = new AddressWatch({
    identity: one.identity,
    managerUrl: () => Promise.resolve(managerUrl),
    configured: address,
    listen: address,
    own: () => [address],
    towards: () => Promise.resolve(address),
    quietForMs,
    random: Math.random,
    steadyMs: () => performance.now(),
    log,
  });
  return new Ways({
    async openPort() {
      one.isListening = true;
      return () => {
        one.isListening = false;
        return Promise.resolve(calls.break(one, (socket) => !dialler.serves(socket)));
      };
    },
    openLink: () => dialler.open(one),
    managerUrl,
    watch: () => watch.start(),
    report: () => watch.report(),
    forgetAddress: () => one.identity.store.updateState({ announcedAddress: null, toldAddress: null }),
    quietForMs,
    configured,
    chosen: readChosen(dataDir, configured),
    choose: (chosen) => writeChosen(dataDir, chosen),
    clock: systemClock,
    log,
  });
}
