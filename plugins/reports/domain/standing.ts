import type { standings } from '#sdk';
import type { PatchState } from '#sdk/hosts.ts';
import { judgeHost, lacksOf } from '#sdk/thread.ts';
import type { ReportAsked } from './types.ts';

/** `not_recorded`: the report is about a time that is over, and it was not recorded how hosts stood then. */
export type Standing = standings.ComplianceStanding | 'not_recorded';
export type Judged = Omit<standings.JudgedHost, 'standing'> & { standing: Standing };

/**
 * A report that ends so long before it is made is about the past; polls are half an hour apart, so less is no past yet.
 */
const PAST_MS = 3_600_000;

export const isPast = ({ madeAt, to }: Pick<ReportAsked, 'madeAt' | 'to'>): boolean =>
  to.getTime() < madeAt.getTime() - PAST_MS;

/** How a host stands; `not_recorded` in a report about the past. */
export function judgeFor(state: PatchState, asked: ReportAsked): Judged {
  if (isPast(asked)) return { standing: 'not_recorded', reasons: [], lacks: lacksOf(state, asked) };
  return judgeHost(state, asked);
}
