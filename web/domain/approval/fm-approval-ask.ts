import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-field/fm-field.ts';
import { define, FmElement } from '../../core/element.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { icon } from '../../icons/icons.ts';
import { approversView } from './approvers.ts';

/** Tells which rules ask for a second person and who that can be, and takes a note for that person. Fires `fm-note` at each key. */
export class FmApprovalAsk extends FmElement {
  static override properties = { rules: { attribute: false }, approvers: { attribute: false } };
  declare rules: readonly Schemas['ApprovalRuleRef'][];
  /** Who could approve; null: not known. */
  declare approvers: Schemas['PossibleApprovers'] | null;

  constructor() {
    super();
    this.rules = [];
    this.approvers = null;
  }

  override render(): TemplateResult {
    const names = this.rules.map(({ name }) => `“${safeName(name)}”`).join(', ');
    return html`<div class="stack">
      <p class="notice">
        ${icon('shield')}
        <span
          ><strong>Second approval required.</strong>
          ${this.rules.length === 1 ? `Rule ${names} requires` : `Rules ${names} require`} it. The job runs
          automatically once someone else has approved it.</span
        >
      </p>
      ${this.approvers === null ? nothing : approversView(this.approvers)}
      <fm-field
        label="Note to the approver (optional)"
        maxlength="500"
        @fm-input=${({ detail }: CustomEvent<string>) =>
          this.dispatchEvent(new CustomEvent('fm-note', { detail }))}
      ></fm-field>
    </div>`;
  }
}

define('fm-approval-ask', FmApprovalAsk);
