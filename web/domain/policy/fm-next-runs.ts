import { html, nothing } from 'lit';
import '../../components/fm-badge/fm-badge.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import '../../components/fm-time/fm-time.ts';
import { api, must } from '../../core/api.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { Resource } from '../../core/resource.ts';
import { safeName } from '../../core/safeText.ts';
import { session } from '../../core/session.ts';
import type { Policy } from './read.ts';
import { nextText } from './texts.ts';

const SHOWN = 10;

/** The next run of each of the first few policies; nothing where there are no policies. */
export class FmNextRuns extends FmElement {
  readonly #policies = new Resource<readonly Policy[]>(this, {
    args: () => (may(session.user, 'policies:read') && features.serves('listPolicies') ? [] : null),
    read: async (_, signal) => {
      const query = { state: ['active' as const], limit: SHOWN };
      const { policies } = await must(api.GET('/api/v1/policies', { params: { query }, signal }));
      return policies.filter(({ next_start_at: at }) => at !== null);
    },
  });

  override render(): unknown {
    const { value, error } = this.#policies;
    if (value?.length === 0 || (value === undefined && error === null)) return nothing;
    return html`<section class="card" aria-label="Upcoming policy runs">
      <h2>Upcoming policy runs</h2>
      ${renderReading(this.#policies, {
        what: 'the next runs of policies',
        complete: (policies) =>
          html`<ol>
            ${policies.map(
              (policy) =>
                html`<li>
                  <a href="/policies/${policy.id}">${safeName(policy.name)}</a>: ${nextText(policy)}
                  ${policy.skips_next ? html`<fm-badge tone="warn" label="Skipped"></fm-badge>` : nothing}
                </li>`,
            )}
          </ol>`,
      })}
    </section>`;
  }
}

define('fm-next-runs', FmNextRuns);
