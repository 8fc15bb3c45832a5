import type { Logger } from 'pino';
import type { components } from '#generated/manager.ts';
import type { Tx } from '../db/tx.ts';
import type { Permissions } from '../security/permissions.ts';
import type { ContractDocument } from '../http/operations.ts';

type Contracted = components['schemas']['LiveEvent'];
type AllEvents = { [E in Contracted as E['kind']]: E['data'] };

export type LiveKind = keyof AllEvents & string;

/** A live event on its way to those who may see it. */
export interface LiveTelling {
  kind: string;
  data: unknown;
  permission: string;
  /** Null: about no single host, so only for callers who see all hosts. */
  hostId: string | null;
  /** The groups that the host was in, if it is no longer there to be looked up; null: it is there. */
  groupIds: readonly string[] | null;
  lastIsEnough: boolean;
}

/** The host that an event is about. Of a host that has just been deleted, also the groups that it was in. */
export interface LiveSubject {
  hostId: string;
  groupIds?: readonly string[];
}

/** Events for people who are connected, on whichever manager; they have no history. */
export interface LiveBus {
  /** Told once `tx` has committed (null: at once), to the clients of all managers. */
  tell<K extends LiveKind>(tx: Tx | null, kind: K, data: AllEvents[K], about?: LiveSubject): void;
  /** Registers a listener; for the feature that holds the connections. */
  onTold(listener: (telling: LiveTelling) => void): void;
}

export interface LiveContract {
  document: ContractDocument;
  permissions: Permissions;
}

/** What the contract says of a kind of live events that features tell, on its schema among those of `LiveEvent`. */
interface LiveSchema {
  properties?: { kind?: { const?: string } };
  /** The permission that a caller needs to see it. An event about one host also needs that host in scope. */
  'x-permission'?: string;
  /** When several wait to be carried to the other managers, the last one is enough (totals, for example). */
  'x-last-is-enough'?: boolean;
}

/** `contract` is undefined for a command: nobody is connected to it. */
export function createLiveBus(contract: LiveContract | undefined, log: Logger): LiveBus {
  const kinds = contract && kindsOf(contract.document);
  const listeners: ((telling: LiveTelling) => void)[] = [];

  function deliver(telling: LiveTelling): void {
    for (const listener of listeners) {
      try {
        listener(telling);
      } catch (error) {
        log.error({ error, kind: telling.kind }, 'a live event could not be sent');
      }
    }
  }

  return {
    tell(tx, kind, data, about) {
      if (!kinds) return;
      const { 'x-permission': permission, 'x-last-is-enough': lastIsEnough = false } = kinds.get(kind) ?? {};
      if (permission === undefined) throw new Error(`the contract says of no event ${kind} who may see it`);
      const { hostId = null, groupIds = null } = about ?? {};
      const telling = { kind, data, permission, lastIsEnough, hostId, groupIds };
      if (tx) tx.afterCommit(() => deliver(telling));
      else deliver(telling);
    },
    onTold: (listener) => void listeners.push(listener),
  };
}

interface LiveSchemas {
  components?: { schemas?: Readonly<Record<string, LiveSchema & { oneOf?: { $ref?: string }[] }>> };
}

function kindsOf(document: ContractDocument): ReadonlyMap<string, LiveSchema> {
  const { schemas = {} } = (document as LiveSchemas).components ?? {};
  const events = (schemas.LiveEvent?.oneOf ?? []).map(
    ({ $ref = '' }) => schemas[$ref.split('/').at(-1) ?? ''],
  );
  return new Map(events.flatMap((event) => (event ? [[event.properties?.kind?.const ?? '', event]] : [])));
}
