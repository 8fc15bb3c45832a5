/** What tests and the simulator need, besides a package manager (fakeBackend.ts), to build an agent without a host. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { AppError } from '../../server/shared/wire/appError.ts';
import type { AgentDeps } from '../deps.ts';
import type { AgentHandler } from '../http/handler.ts';
import type { Clock } from '../clock.ts';
import type { HostFacts } from '../host/facts.ts';
import { createFakeBackend } from './fakeBackend.ts';

/** A clock that moves only when told to; timers fire in order as it passes them. */
export class FakeClock implements Clock {
  #nowMs: number;
  #timers: { atMs: number; act: () => void }[] = [];

  constructor(start = '2026-01-01T00:00:00Z') {
    this.#nowMs = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  after(delayMs: number, act: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** As when somebody sets the clock: waiting timers wait no longer and no shorter for that. */
  set(stepMs: number): void {
    this.#nowMs += stepMs;
    for (const timer of this.#timers) timer.atMs += stepMs;
  }

  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const next = this.#timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (!next) break;
      this.#timers.splice(this.#timers.indexOf(next), 1);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.act();
    }
    this.#nowMs = untilMs;
  }
}

const refuse: AgentHandler = async () => {
  throw new AppError('CERTIFICATE_MISMATCH');
};

/** A host that never changes. */
export const fakeHost: HostFacts = {
  hasServices: true,
  facts: async () => ({
    machineId: '3f2a9c0d5b7e4f1680c2d4e6f8a0b1c3',
    hostname: 'fake-1',
    fqdn: 'fake-1.example.org',
    osFamily: 'debian',
    osName: 'Debian GNU/Linux 12 (bookworm)',
    osVersion: '12',
    arch: 'amd64',
    kernel: '6.1.0-26-amd64',
    bootedAt: new Date('2026-01-01T00:00:00Z'),
    cpuCount: 2,
    memoryBytes: 4_000_000_000,
    rootDisk: { totalBytes: 40_000_000_000, freeBytes: 20_000_000_000 },
  }),
  service: async (name) => ({ name, activeState: 'active', subState: 'running', enabled: true }),
};

export const FAKE_BOOT_ID = '5f1c7a0e-2b1d-4a57-9c52-0d6b8e3f9a11';

/** Fakes of everything that an agent needs, in a new directory; `cleanUp` removes it. */
export function fakeDeps(overrides: Partial<AgentDeps> = {}): AgentDeps & { cleanUp: () => void } {
  const dataDir = overrides.dataDir ?? mkdtempSync(join(tmpdir(), 'fleetmend-agent-'));
  return {
    backend: createFakeBackend(),
    log: pino({ level: 'silent' }),
    agentVersion: '0.1.0',
    bootId: () => FAKE_BOOT_ID,
    authorize: () => true,
    certificateRoutes: {
      createCsr: refuse,
      installCertificate: refuse,
      getTrust: refuse,
      installTrust: refuse,
    },
    host: fakeHost,
    announce: () => Promise.resolve(),
    ...overrides,
    dataDir,
    settings: { refreshAfterMs: 0, ...overrides.settings },
    cleanUp: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}
