type FaultSink = (fault: unknown) => void;

let sink: FaultSink | null = null;

/**
 * Sets where the faults of callbacks go. Without a sink a fault ends the process, so that no test passes over one; null
 * takes the sink away again.
 */
export function reportFaultsTo(report: FaultSink | null): void {
  sink = report;
}

/**
 * For an entry point: reports the faults of callbacks, and of promises that nobody awaits, and lets the process go on.
 */
export function outliveFaults(report: FaultSink): void {
  reportFaultsTo(report);
  process.on('unhandledRejection', guarded(report));
}

/** Reports a fault that no caller is left to handle. Throws it where no entry point has named a sink. */
export function reportFault(fault: unknown): void {
  if (sink === null) throw fault;
  sink(fault);
}

/**
 * A callback for an emitter, a timer or a server that never throws at it: Node ends the process with what a listener
 * throws, so that one odd packet would end the manager for everybody. The fault, also that of a promise which the
 * callback returns, is reported, and `afterwards` gets the same arguments, say to destroy the connection. The lint
 * rule `local/guarded-callbacks` demands this wrapper wherever a callback does more than what cannot fail.
 */
export function guarded<Args extends unknown[]>(
  work: (...args: Args) => unknown,
  afterwards?: (...args: Args) => unknown,
): (...args: Args) => void {
  const failed = (fault: unknown, args: Args): void => {
    reportFault(fault);
    if (afterwards) guarded(afterwards)(...args);
  };
  return (...args) => {
    try {
      const result = work(...args);
      if (result instanceof Promise) result.catch((fault: unknown) => failed(fault, args));
    } catch (fault) {
      failed(fault, args);
    }
  };
}
