import { jobEnd, jobEvent } from '../../../../generated/agentAnswers.mjs';
import { isExcessive } from '../../../shared/wire/agentLimits.ts';
import { parsedWithoutControls } from '../../../shared/wire/controls.ts';
import type { AgentData, AgentJobEvent } from '../transport.ts';
import { kept } from './answerLimits.ts';

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
