import { jobEnd, jobEvent } from '#generated/agentAnswers.mjs';
import { AGENT_LIMITS, isExcessive } from '#server/shared/wire/agentLimits.ts';
import { parsedWithoutControls } from '#server/shared/wire/controls.ts';
import { guarded } from '#server/shared/guarded.ts';
import type { AgentData, AgentJobEvent, JobStreamHandlers } from '../transport.ts';
import { kept } from './answerLimits.ts';

/**
 * Counts the lines of a stream, empty ones too, and stops reading after each portion until the reader has room: an agent
 * that talks without end is slowed down, and neither takes the processor from others nor fills the database.
 */
export class Portions {
  readonly #flow: { pause(): void; resume(): void };
  readonly #on: JobStreamHandlers;
  #lines = 0;
  #bytes = 0;
  #isWaiting = false;

  constructor(flow: { pause(): void; resume(): void }, on: JobStreamHandlers) {
    this.#flow = flow;
    this.#on = on;
  }

  count(bytes: number): void {
    this.#lines += 1;
    this.#bytes += bytes;
    const { lines, bytes: most } = AGENT_LIMITS.portion;
    if (this.#isWaiting || !this.#on.room || (this.#lines < lines && this.#bytes < most)) return;
    this.#isWaiting = true;
    this.#flow.pause();
    void this.#on.room().then(guarded(() => this.#next()));
  }

  #next(): void {
    this.#lines = 0;
    this.#bytes = 0;
    this.#isWaiting = false;
    this.#flow.resume();
  }
}

/** The event in one WebSocket message; null: it breaks the contract. */
export function eventOf(text: Buffer): AgentJobEvent | null {
  const event = parsed(text);
  return jobEvent(event) ? bounded(event as AgentJobEvent) : null;
}

/** The content of one line of a streamed answer; null: it breaks the contract. */
export function lineOf(text: Buffer): { event: AgentJobEvent } | { end: AgentData<'getJob'> } | null {
  const line = parsed(text);
  if (jobEvent(line)) return { event: bounded(line as AgentJobEvent) };
  if (!jobEnd(line)) return null;
  return { end: kept('getJob', (line as { job: unknown }).job, text.length) as AgentData<'getJob'> };
}

function parsed(text: Buffer): unknown {
  try {
    if (isExcessive(text)) return null;
    const json = text.toString('utf8');
    const value = JSON.parse(json) as { kind?: unknown } | null;
    // Lines of logs are kept as they were printed.
    return value?.kind === 'log' ? value : parsedWithoutControls(json);
  } catch {
    return null;
  }
}

/** Removes the details of an error: these are read once with the job, and the event keeps its message. */
function bounded(event: AgentJobEvent): AgentJobEvent {
  if (event.kind !== 'status' || !event.error?.details) return event;
  const { details: _details, ...error } = event.error;
  return { ...event, error };
}
