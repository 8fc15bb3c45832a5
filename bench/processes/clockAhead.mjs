// node --import ./bench/processes/clockAhead.mjs …: a process whose wall clock is BENCH_CLOCK_AHEAD_MS ahead of the
// machine's (negative: behind). Timers are not changed. JavaScript: it is loaded before anything strips types.
const aheadMs = Number(process.env.BENCH_CLOCK_AHEAD_MS ?? 0);
const Machine = Date;

globalThis.Date = class extends Machine {
  constructor(...values) {
    if (values.length === 0) super(Machine.now() + aheadMs);
    else super(...values);
  }

  static now() {
    return Machine.now() + aheadMs;
  }

  // Dates that Node itself makes, of files for example, are instances too.
  static [Symbol.hasInstance](value) {
    return value instanceof Machine;
  }
};
