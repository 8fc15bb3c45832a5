import { html, nothing } from 'lit';
import { icon } from '../../icons/icons.ts';
import { safeLine } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';

const LONGEST = 500;

/** What the agent says is not well on its host, in its own words; nothing when all is. */
export function problemsNotice(problems: readonly Schemas['HostProblem'][]): unknown {
  if (problems.length === 0) return nothing;
  return html`<div class="notice warn">
    ${icon('warning')}
    <div class="stack tight">
      <div>The agent tells of problems on this host:</div>
      <ul class="problems" aria-label="Problems">
        ${problems.map(({ message }) => html`<li>${safeLine(message, LONGEST)}</li>`)}
      </ul>
    </div>
  </div>`;
}
