import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 50;

/**
 * A wall clock that several processes share and a test moves, by libfaketime. What they count by themselves, such as
 * timers, goes at the machine's pace.
 */
export class FastClock {
  /** Environment of the processes that are to follow the clock. */
  readonly env: Record<string, string>;
  #folder: string;
  #aheadMs = 0;

  /** `library`: the path of libfaketime. */
  constructor(library: string) {
    this.#folder = mkdtempSync(path.join(tmpdir(), 'fleetmend-clock-'));
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    };
    this.#write();
  }

  /** The time that it shows, in milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Moves it forward at once. */
  advance(secs: number): void {
    this.#aheadMs += secs * 1_000;
    this.#write();
  }

  /** Lets it run fast, in small steps, until it shows `until`; takes `overMs` of real time. */
  async runUntil(until: number, overMs = 1_000): Promise<void> {
    for (let left = overMs / STEP_MS; left >= 1 && this.now() < until; left--) {
      this.#aheadMs += Math.max(0, (until - this.now()) / left);
      this.#write();
      await delay(STEP_MS);
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return path.join(this.#folder, 'clock');
  }

  /** Replaces the file by renaming: a process that read a half-written one would see the machine's own time. */
  #write(): void {
    writeFileSync(`${this.#file}.new`, `+${(this.#aheadMs / 1_000).toFixed(3)}\n`);
    renameSync(`${this.#file}.new`, this.#file);
  }
}
