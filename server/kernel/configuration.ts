import type { Tx } from './db/tx.ts';
import type { Actor } from './security/actor.ts';

/**
 * What people configured of one feature, for the export and the import of the whole configuration
 * (docs/automate/export-and-import.md). Never users, tokens, keys, hosts, history, and never a secret.
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

/** An import of the configuration: how far it goes, and who makes it. */
export interface ConfigurationImport {
  /** True: what the content does not hold is removed; false: it stays. */
  makeEqual: boolean;
  by: ConfigurationAuthor;
  /** Plans of the parts before this one, by name: the content may name what they add, and not what they remove. */
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
  /** Number of things that are already as the content has them. */
  unchanged: number;
  problems: readonly ConfigurationProblem[];
  /**
   * Makes the changes, with their audit rows. Throws PRECONDITION_FAILED when what the plan was made from has changed
   * since, by other managers too.
   */
  apply(tx: Tx): Promise<void>;
  /**
   * Removes what the plan removes, with its audit rows. Called once all parts have been applied, the last part first,
   * so that nothing is removed that another part still refers to. Throws as `apply`.
   */
  remove?(tx: Tx): Promise<void>;
}

export interface ConfigurationChange {
  kind: 'added' | 'changed' | 'removed';
  /** Name of the group, section, window … */
  name: string;
  /** Only fields that change. Values are JSON; undefined: no value. Secrets are masked. */
  fields: readonly { name: string; before?: unknown; after?: unknown }[];
}

/** What cannot be applied here, or what is left to do by hand. */
export interface ConfigurationProblem {
  name: string;
  /** A whole sentence. */
  message: string;
}
