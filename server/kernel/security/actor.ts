/** The name of a role: `admin`, `operator`, `reporter`, or a custom one. What it may do is `Actor.permissions`. */
export type Role = string;

/** Who does something: a person, a tool's token, an agent that proved its key, or Fleetmend itself. */
export interface Actor {
  kind: 'user' | 'token' | 'agent' | 'system' | 'machine' | 'anonymous';
  /** Id of the user, the token or the host; null for system, machine and anonymous. */
  id: string | null;
  /** The account of the user to whom a token belongs. */
  ownerId?: string;
  /** Shown in audit rows and job records; the user name, say. */
  name: string;
  role: Role | null;
  /** What counts: the intersection of what role, owner and scope of the caller hold; a set, in the table's order. */
  permissions: readonly string[];
  /** Sign-in session (refresh-token family), where there is one. */
  sessionId: string | null;
  /** When this person last proved in this session who they are; null: never, as for tools and Fleetmend itself. */
  authenticatedAt: Date | null;
  /**
   * Names what the session is limited to (setting up a second factor, for example); null: all that the role allows.
   * What a restricted session may call is decided where operations are let through, not by the code that gets the
   * actor.
   */
  restriction: string | null;
}

/**
 * What the actor may do; of two that are equal here neither may do more. What was decided by it is decided again once it
 * has changed: a connection closes, a call that waits ends.
 */
export const rightsOf = ({ role, restriction, permissions }: Actor): string =>
  JSON.stringify([role, restriction, permissions]);

/** Kinds of actors that have no id: the audit log finds them by the kind. */
export const KINDS_WITHOUT_ID: readonly string[] = [
  'system',
  'machine',
  'anonymous',
] satisfies Actor['kind'][];

/** For actors that never signed in: agents, tools, Fleetmend itself. */
export const withoutSession = {
  permissions: [],
  sessionId: null,
  authenticatedAt: null,
  restriction: null,
} as const;

/** Fleetmend itself: sweeps, schedules and clean-ups. */
export const systemActor: Actor = {
  kind: 'system',
  id: null,
  name: 'system',
  role: null,
  ...withoutSession,
};
/** Makes accounts and gives roles as a provider of identities says: in the name of whoever chose that provider. */
export const signOnActor: Actor = { ...systemActor, name: 'single sign-on' };
/** Nobody: a caller without credentials, of a public operation. */
export const anonymousActor: Actor = {
  kind: 'anonymous',
  id: null,
  name: 'anonymous',
  role: null,
  ...withoutSession,
};

/** The actor of a command that is run at the machine; `name` is the operating system's name of the user. */
export function machineActor(name: string): Actor {
  return { kind: 'machine', id: null, name, role: null, ...withoutSession };
}

/** Who asks for a change, and from where: written down with every change. */
export function actedBy({ actor, address }: { actor: Actor; address: string }): {
  actor: Actor;
  address: string;
} {
  return { actor, address };
}

/** Permissions that need no signed-in user; their operations check the credentials they get themselves. */
export const OPEN_PERMISSIONS: ReadonlySet<string> = new Set([
  'public',
  'ticket',
  'agent-signature',
  'polling-token',
  'mfa',
]);

/**
 * The account that answers for what an actor does, as the key of budgets: a person's tokens and sessions share one.
 * Those without an account share one of their kind.
 */
export const budgetKey = ({ ownerId, id, kind }: Pick<Actor, 'ownerId' | 'id' | 'kind'>): string =>
  ownerId ?? id ?? kind;
