import { html, type PropertyValues, type TemplateResult } from 'lit';
import '#web/components/fm-page-header/fm-page-header.ts';
import { announce } from '#web/core/announce.ts';
import { define, FmPage } from '#web/core/element.ts';
import { navigate } from '#web/core/router.ts';
import { safeName } from '#web/core/safeText.ts';
import { readTarget } from '#web/domain/job/target.ts';
import '#web/domain/policy/fm-policy-form.ts';
import type { Policy } from '#web/domain/policy/read.ts';

/** The form of a new policy, with its hosts and its next starts beside it; `?group=` and `?tag=` name its hosts, `?agents` makes it one that updates agents. */
export class FmPageNewPolicy extends FmPage {
  #target: Policy['target'] = {};

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('query')) this.#target = readTarget(this.query);
  }

  override render(): TemplateResult {
    return html`<div class="page">
      <fm-page-header heading="New policy" .crumbs=${[{ label: 'Policies', href: '/policies' }]}>
        <p>Each run re-evaluates its hosts, plans, and runs exactly that plan.</p>
      </fm-page-header>
      <fm-policy-form
        .target=${this.#target}
        .forAgents=${this.query.has('agents')}
        @fm-saved=${({ detail }: CustomEvent<Policy>) => this.#made(detail)}
        @fm-cancel=${() => navigate('/policies')}
      ></fm-policy-form>
    </div>`;
  }

  #made({ id, name }: Policy): void {
    announce(`Policy ${safeName(name)} created.`);
    // The answer may come when the reader has gone to another page.
    if (this.isConnected) navigate(`/policies/${id}`, { replace: true });
  }
}

define('fm-page-new-policy', FmPageNewPolicy);
