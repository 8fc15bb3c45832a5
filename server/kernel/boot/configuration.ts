import type { Tx } from '../db/tx.ts';
import type { Actor } from '../security/actor.ts';

/**
 * What people configured of one feature, for the export and the import of the whole configuration
 * (docs/configuration.md). Never users, tokens, keys, hosts, history, and never a secret.
 */
export interface ConfigurationPart {
  /** Its key in the file: `groups`. Unique among all features. */
  name: string;
  /** JSON, sorted so that equal states give equal values. Ids of rows mean nothing to another manager: name things by names. */
  export(): Promise<unknown>;
  /**
   * What an import of this content would do; changes nothing. Throws a VALIDATION_FAILED whose paths begin with
   * `/body/file/parts/<name>` for content that this version does not take.
   */
  plan(content: unknown, options: ConfigurationImport): Promise<PlannedConfiguration>;
}

export interface ConfigurationImport {
  /** What the content does not hold is removed; else it stays. */
  makeEqual: boolean;
  by: ConfigurationAuthor;
  /** What the parts before this one would do, by name: what they add can be named, what they remove cannot. */
  before: ReadonlyMap<string, PlannedConfiguration>;
}

export interface ConfigurationAuthor {
  actor: Actor;
  /** The caller's address. */
  address: string | null;
}

/** What an import would do to one part. */
export interface PlannedConfiguration {
  changes: readonly ConfigurationChange[];
  /** How many things are as the content has them already. */
  unchanged: number;
  problems: readonly ConfigurationProblem[];
  /**
   * Does the changes, with their audit rows. Throws PRECONDITION_FAILED when what the plan was made from has changed
   * since, by other managers too.
   */
  apply(tx: Tx): Promise<void>;
  /**
   * Removes what goes, with its audit rows, when all parts have been applied; the last part first, so that nothing is
   * removed that another part still rests on. Throws as `apply`.
   */
  remove?(tx: Tx): Promise<void>;
}

export interface ConfigurationChange {
  kind: 'added' | 'changed' | 'removed';
  /** Of the group, section, window … */
  name: string;
  /** Only those that change. Values are JSON; undefined: there is none. Secrets are masked. */
  fields: readonly { name: string; before?: unknown; after?: unknown }[];
}

/** What cannot be applied here, or what is left to do by hand. */
export interface ConfigurationProblem {
  name: string;
  /** A whole sentence. */
  message: string;
}
