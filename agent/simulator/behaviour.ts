/** The behaviour of a simulated host, beyond that of its package manager. */

/** What a host is wrong about on purpose. */
export type Lie =
  /** Shows another host's certificate. */
  | 'certificate'
  /** Gives every call an answer that the contract does not allow. */
  | 'contract'
  /** Reports another host's machine id in its system data. */
  | 'machine_id'
  /** Reports another plan hash each time, although the plan is the same. */
  | 'plan_hash'
  /** Reports changed packages but changes none. */
  | 'versions';

export const LIES: readonly Lie[] = ['certificate', 'contract', 'machine_id', 'plan_hash', 'versions'];

/** What happens when a restart is requested. */
export type RebootResult =
  | 'returns'
  /** Goes down and stays down. */
  | 'never_returns'
  /** The command succeeds and nothing happens. */
  | 'ignored'
  /** The command ends with an error. */
  | 'refused';

export const REBOOT_RESULTS: readonly RebootResult[] = ['returns', 'never_returns', 'ignored', 'refused'];

/** Makes each transaction with `package` in it fail. */
export interface ScriptedFailure {
  /** null: every transaction fails. */
  package: string | null;
  /** From the agent's error table. */
  code: string;
  message: string | null;
  /** `before`: nothing has changed yet. `during`: everything has changed except this package. */
  when: 'before' | 'during';
  /** How often, on each host. Default: always. */
  times: number;
}

export interface Behaviour {
  /** `off`: nothing answers at its address. */
  power: 'on' | 'off';
  /** Accepts connections and calls, but answers none. */
  silent: boolean;
  /** Delay of each answer. */
  answerDelayMs: number;
  /** How long a list, a plan and each of a job's two steps take; null: as on the other hosts. */
  packageMs: number | null;
  fail: ScriptedFailure | null;
  reboot: RebootResult;
  /** How long the host is down while it restarts. */
  rebootMs: number;
  lie: Lie | null;
  /** Capabilities to leave out, so that its agent looks like an earlier release. */
  lacks: readonly string[];
}

/** The behaviour of a host without any trouble. */
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
