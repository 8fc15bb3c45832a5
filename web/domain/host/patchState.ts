import type { Tone } from '../../components/fm-badge/fm-badge.ts';
import { countText, plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import { severityTone } from '../patch/severity.ts';

/** Problems that explain why nothing is known. */
const UNREAD: ReadonlySet<string> = new Set(['LISTS_UNREADABLE', 'PATCHES_UNANSWERED']);

export type PatchedHost = Pick<
  Schemas['Host'],
  'patches_total' | 'patches_security' | 'patches_severity' | 'health_status'
> &
  Partial<Pick<Schemas['Host'], 'problems'>>;

/** Tone and words of a host's patches, as loud as those of its health: a healthy host may lack six security patches. */
export function patchState(host: PatchedHost): { tone: Tone; label: string } {
  const { patches_total: total, patches_security: security, patches_severity: severity } = host;
  // Of what is pending nobody can tell whether it is for security.
  if (total !== null && security === null) return { tone: 'warn', label: 'Unknown' };
  if (total === null || security === null) {
    const isUnreadable = host.problems?.some(({ code }) => UNREAD.has(code));
    return isUnreadable ? { tone: 'warn', label: 'Unknown' } : { tone: 'neutral', label: 'Not read yet' };
  }
  if (security > 0) {
    const label = `${countText(security)} security${severity === null ? '' : ` (${severity})`}`;
    return { tone: severityTone(severity), label };
  }
  if (total > 0) return { tone: 'info', label: plural(total, 'update') };
  // What was read before the host went away may no longer be true.
  return { tone: host.health_status === 'unreachable' ? 'neutral' : 'ok', label: 'Up to date' };
}
