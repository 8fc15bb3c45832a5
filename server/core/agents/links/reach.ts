import type { ReachDone } from '../transport/dial.ts';
import type { Links } from './links.ts';
import type { LinkRows } from './rows.ts';

interface Ways {
  links: Pick<Links, 'holds' | 'open'>;
  rows: Pick<LinkRows, 'holder'>;
  /** Asks the manager at that address for a channel to the host; see Links.open. */
  relay(address: string, hostId: string, done: ReachDone): void;
}

/**
 * Opens a channel to a host that dials: by its link here, or through the manager that holds it. A link that moves in
 * that moment is looked for once more. Calls `done` once; see Links.open.
 */
export function createReach({ links, rows, relay }: Ways): (hostId: string, done: ReachDone) => void {
  return (hostId, done) => {
    if (links.holds(hostId)) return links.open(hostId, done);

    const toldFrom =
      (asked: string | null): ReachDone =>
      (error, socket, peer) => {
        if (error?.code !== 'NOT_CONNECTED') return done(error, socket, peer);
        void rows.holder(hostId).then(
          (address) => {
            if (links.holds(hostId)) links.open(hostId, done);
            else if (address !== null && address !== asked) relay(address, hostId, done);
            else done(error, null, null);
          },
          () => done(error, null, null),
        );
      };

    const here = (): void => links.open(hostId, toldFrom(null));
    void rows
      .holder(hostId)
      .then((address) => (address === null ? here() : relay(address, hostId, toldFrom(address))), here);
  };
}
