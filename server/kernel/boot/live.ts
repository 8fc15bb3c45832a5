import type { Logger } from 'pino';
import type { components } from '../../../generated/manager.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from '../security/actor.ts';
import { mayCall, type Permissions } from '../security/mayCall.ts';
import type { ContractDocument } from './operations.ts';
import type { LiveEvents } from './declared.ts';

type Contracted = Extract<components['schemas']['LiveServerMessage'], { kind: string }>;
type OwnEvents = { [E in Contracted as E['kind']]: E['data'] };
type AllEvents = OwnEvents & LiveEvents;

export type LiveKind = keyof AllEvents & string;

/** A kind of live events that a feature tells; its payload stands in the contract, under `LiveServerMessage`. */
export interface LiveDeclaration {
  kind: LiveKind;
  /**
   * The permission of the contract that a caller needs to see it. An event about one host also needs that host in
   * scope.
   */
  permission: string;
  /** When several wait to be carried to the other managers, the last one is enough (totals, for example). */
  lastIsEnough?: boolean;
}

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
  /** Whether the actor's role has the permission of a telling. */
  maySee(permission: string, actor: Actor): boolean;
  /** Registers a listener; for the feature that holds the connections. */
  onTold(listener: (telling: LiveTelling) => void): void;
}

export interface LiveContract {
  document: ContractDocument;
  permissions: Permissions;
}

/** Kinds that the manager's own parts send to the clients in ways of their own. */
const BUILT_IN: readonly string[] = ['job.updated', 'job.host.updated', 'job.log', 'host.updated'];

export function createLiveBus(
  declarations: readonly LiveDeclaration[],
  contract: LiveContract | undefined,
  log: Logger,
): LiveBus {
  const declared = new Map(declarations.map((one) => [one.kind as string, one]));
  const listeners: ((telling: LiveTelling) => void)[] = [];

  function deliver(telling: LiveTelling): void {
    for (const listener of listeners) {
      try {
        listener(telling);
      } catch (error) {
        log.error({ error, kind: telling.kind }, 'a live event could not be told');
      }
    }
  }

  return {
    tell(tx, kind, data, about) {
      const { permission, lastIsEnough = false } = declared.get(kind) ?? undeclared(kind);
      const { hostId = null, groupIds = null } = about ?? {};
      const telling = { kind, data, permission, lastIsEnough, hostId, groupIds };
      if (tx) tx.afterCommit(() => deliver(telling));
      else deliver(telling);
    },
    maySee: (permission, actor) => mayCall(contract?.permissions ?? {}, permission, actor),
    onTold: (listener) => void listeners.push(listener),
  };
}

function undeclared(kind: string): never {
  throw new Error(`no manifest declares live events of the kind ${kind}`);
}

/** What is wrong with a declaration; null: nothing. */
export function liveFault({ kind, permission }: LiveDeclaration, contract: LiveContract): string | null {
  if (BUILT_IN.includes(kind)) return `live events of the kind ${kind} are the manager's own`;
  if (!kindsOf(contract.document).includes(kind))
    return `live events of the kind ${kind} are not in the contract, under LiveServerMessage`;
  const isKnown = permission === 'authenticated' || Object.hasOwn(contract.permissions, permission);
  return isKnown ? null : `live events of the kind ${kind} need ${permission}, which no role is given`;
}

interface LiveSchemas {
  components?: {
    schemas?: Readonly<
      Record<string, { oneOf?: { $ref?: string }[]; properties?: { kind?: { const?: string } } }>
    >;
  };
}

function kindsOf(document: ContractDocument): string[] {
  const { schemas = {} } = (document as LiveSchemas).components ?? {};
  return (schemas.LiveServerMessage?.oneOf ?? []).flatMap(({ $ref = '' }) => {
    const kind = schemas[$ref.split('/').at(-1) ?? '']?.properties?.kind?.const;
    return kind === undefined ? [] : [kind];
  });
}
