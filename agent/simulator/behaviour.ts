/** How a simulated host behaves, beyond what its package manager has to offer. */

/** What a host says that is not so. */
export type Lie =
  /** Shows the certificate of another host. */
  | 'certificate'
  /** Answers everything with something that the contract does not know. */
  | 'contract'
  /** Tells another host's machine id in its system data. */
  | 'machine_id'
  /** Tells another plan hash each time, although the plan is the same. */
  | 'plan_hash'
  /** Says that packages changed, and changed none. */
  | 'versions';

export const LIES: readonly Lie[] = ['certificate', 'contract', 'machine_id', 'plan_hash', 'versions'];

/** What becomes of a restart that was asked for. */
export type RebootResult =
  | 'returns'
  /** Goes down and stays down. */
  | 'never_returns'
  /** The command is taken and nothing happens. */
  | 'ignored'
  /** The command ends with an error. */
  | 'refused';

export const REBOOT_RESULTS: readonly RebootResult[] = ['returns', 'never_returns', 'ignored', 'refused'];

/** A failure of each transaction that `package` is part of. */
export interface ScriptedFailure {
  /** Null: of every transaction. */
  package: string | null;
  /** From the agent's error table. */
  code: string;
  message: string | null;
  /** `before`: nothing has changed yet. `during`: all has changed but for this package. */
  when: 'before' | 'during';
  /** How often, for each host. Default: always. */
  times: number;
}

export interface Behaviour {
  /** Off: nothing answers at its address. */
  power: 'on' | 'off';
  /** Takes connections and calls, and never answers one. */
  silent: boolean;
  /** Added to each answer. */
  answerDelayMs: number;
  /** How long a list, a plan and each of a job's two steps take; null: as all the others. */
  packageMs: number | null;
  fail: ScriptedFailure | null;
  reboot: RebootResult;
  /** How long the host is gone while it restarts. */
  rebootMs: number;
  lie: Lie | null;
  /** Capabilities that its agent does not name, as one of an earlier release. */
  lacks: readonly string[];
}

/** A host without any trouble. */
export const wellBehaved = (): Behaviour => ({
  power: 'on',
  silent: false,
  answerDelayMs: 0,
  packageMs: null,
  fail: null,
  reboot: 'returns',
  rebootMs: 500,
  lie: null,
  lacks: [],
});
