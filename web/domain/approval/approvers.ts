import { html, nothing, type TemplateResult } from 'lit';
import '../../components/fm-time/fm-time.ts';
import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { safeName } from '../../core/safeText.ts';
import type { Schemas } from '../../core/schema.ts';
import { session } from '../../core/session.ts';
import { icon } from '../../icons/icons.ts';
import { APPROVERS as texts } from './texts.ts';

/** Who can approve what the reader requests now, or that nobody can, and from when on somebody could. */
export function approversView({
  approvers,
  approvers_total: total,
  dependent,
  ...more
}: Schemas['PossibleApprovers']): TemplateResult {
  const later = someOf(
    dependent.map(
      ({ user, independent_at: at }) =>
        html`${safeName(user.username)} (${texts.from} <fm-time .datetime=${at} mode="absolute"></fm-time>)`,
    ),
    more.dependent_total,
  );
  if (total > 0) {
    const names = approvers.map(({ username }) => html`${safeName(username)}`);
    return html`<p>
      ${texts.can}: ${someOf(names, total)}.
      ${dependent.length === 0 ? nothing : html`${texts.notYet}: ${later}.`}
    </p>`;
  }
  if (dependent.length === 0) return warningNotice(texts.nobody, html`${texts.nobodyText} ${newUser()}`);
  return warningNotice(texts.nobodyYet, html`${texts.notYet}: ${later}. ${texts.why}`);
}

const newUser = (): unknown =>
  may(session.user, 'users:manage') && features.serves('createUser')
    ? html`<a href="/users/new">${texts.newUser}</a>`
    : nothing;

export const warningNotice = (heading: string, more: unknown): TemplateResult =>
  html`<div class="notice warn">
    ${icon('warning')}
    <div><strong>${heading}</strong> ${more}</div>
  </div>`;

/** “alice, bob and 3 more”, of `total` items. */
export const someOf = (items: readonly TemplateResult[], total: number): TemplateResult =>
  html`${items.map((item, at) => html`${at === 0 ? nothing : ', '}${item}`)}${
    total > items.length ? ` ${texts.more(total - items.length)}` : nothing
  }`;
