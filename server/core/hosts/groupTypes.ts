/** Groups of hosts, and what depends on them; types only, a part of `api.ts`. */
import type { components } from '#generated/manager.ts';
import type { SystemFacts } from './hostTypes.ts';

type Schemas = components['schemas'];

export type GroupRule = Schemas['GroupRule'];
export type GroupCondition = Schemas['GroupCondition'];

/**
 * Hosts that belong together. With a rule they follow from it at every query, but for those that wait to enter or leave
 * (`GroupChange`); without one they are listed.
 */
export interface Group {
  id: string;
  name: string;
  description: string | null;
  rule: GroupRule | null;
  /** Raised only by people's edits; the ETag. */
  editVersion: number;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Something that depends on a group. A `scope` limits what a person sees, an `approval` what one person may do alone:
 * only administrators change such groups, and those with a freeze (`hosts.frozenGroups`).
 */
export interface GroupUse {
  groupId: string;
  kind: 'scope' | 'approval' | 'report' | 'policy' | 'other';
  /** Id of the user, report or policy. */
  id: string | null;
  name: string;
}

/**
 * A host that stays where it was in a group that limits (see `GroupUse`, or has a freeze), although the rule now says
 * otherwise by what the host says of itself.
 */
export interface GroupChange {
  id: string;
  hostId: string;
  groupId: string;
  direction: 'entering' | 'leaving';
  /** `rejected`: an administrator keeps the host where it was. */
  state: Schemas['GroupChangeState'];
  /** What the host said before. */
  before: SystemFacts;
  since: Date;
}

/** Something that is deleted or reduced when a group is deleted. */
export interface GroupDependent {
  groupId: string;
  kind: 'window' | 'freeze' | 'health_check' | 'notification_rule';
  name: string;
}
