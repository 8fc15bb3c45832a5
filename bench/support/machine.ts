import os from 'node:os';

export interface Machine {
  cores: number;
  cpu: string;
  memoryGb: number;
  kernel: string;
  node: string;
}

/** What the figures depend on, without the machine's name. */
export function describeMachine(): Machine {
  const cpus = os.cpus();
  return {
    cores: cpus.length,
    cpu: cpus[0]?.model ?? 'unknown',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    kernel: os.release().split('-')[0] ?? '',
    node: process.version,
  };
}
