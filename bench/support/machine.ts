import os from 'node:os';

export interface Machine {
  cores: number;
  cpu: string;
  memoryGb: number;
  kernel: string;
  node: string;
  /** Processes that wanted to run in the minute before the start: wall times of a busy machine say little. */
  loadBefore: number;
}

const loadBefore = os.loadavg()[0] ?? 0;

/** What the figures depend on, without the machine's name. */
export function describeMachine(): Machine {
  const cpus = os.cpus();
  return {
    cores: cpus.length,
    cpu: cpus[0]?.model ?? 'unknown',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    kernel: os.release().split('-')[0] ?? '',
    node: process.version,
    loadBefore: Math.round(loadBefore * 10) / 10,
  };
}
