/** What the answers of agents and servers mean for a check. Pure. */
import type { AgentFailure, http } from '#sdk';
import type { CheckDefinition, CheckResult } from './status.ts';

interface ServiceStatus {
  active_state: string;
  sub_state: string;
}

const UP: readonly string[] = ['active', 'reloading', 'refreshing'];

/** A service that is still starting is unknown; one that the service manager restarts again and again is down. */
export function readService(
  name: string,
  { active_state: state, sub_state: sub }: ServiceStatus,
): CheckResult {
  const details = sub === state ? '' : ` (${safeWord(sub)})`;
  const message = `${name} is ${safeWord(state)}${details}.`;
  if (UP.includes(state)) return { status: 'passing', message };
  const isStarting = state === 'activating' && sub !== 'auto-restart';
  return { status: isStarting ? 'unknown' : 'failing', message };
}

/** Agents of other versions may send other words. They are shown to people, so only words of plain characters pass. */
const safeWord = (word: string): string => (/^[a-z0-9-]{1,64}$/.test(word) ? word : 'in another state');

/** The result when the agent gave no answer about the service; `whose`: the host as people know it. */
export function readAgentFailure(whose: string, name: string, failure: AgentFailure): CheckResult {
  if (failure.code === 'SERVICE_NOT_FOUND')
    return { status: 'failing', message: `There is no service ${name} on ${whose}.` };
  const message =
    failure.code === 'UNSUPPORTED'
      ? `The agent of ${whose} has no supported service manager.`
      : `The agent of ${whose} gives no answer (${failure.code}).`;
  return { status: 'unknown', message };
}

/** Faults of the manager's side or of the address: they say nothing about the host. */
const NOBODY_KNOWS: readonly string[] = ['URL_INVALID', 'ADDRESS_REFUSED', 'NAME_LOOKUP_FAILED', 'ABORTED'];

type HttpExpectation = Pick<CheckDefinition, 'expectedStatus' | 'expectedBody'>;

export function readHttp(
  { expectedStatus, expectedBody }: HttpExpectation,
  result: http.OutboundResult,
): CheckResult {
  if (!result.ok) {
    const { reason, message } = result.failure;
    return { status: NOBODY_KNOWS.includes(reason) ? 'unknown' : 'failing', message };
  }
  const { status } = result;
  const isExpected = expectedStatus === null ? status >= 200 && status < 300 : status === expectedStatus;
  if (!isExpected) return { status: 'failing', message: wrongStatus(status, expectedStatus) };
  if (expectedBody !== null && !result.body.toString('utf8').includes(expectedBody))
    return { status: 'failing', message: `It answers with status ${status}, but without the expected text.` };
  const what = expectedBody === null ? '' : ' and the expected text';
  return { status: 'passing', message: `It answers with status ${status}${what}.` };
}

function wrongStatus(status: number, expected: number | null): string {
  const wanted = expected === null ? 'one from 200 to 299' : String(expected);
  const hint = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `It answers with status ${status}; expected is ${wanted}.${hint}`;
}
