import { html, nothing, type TemplateResult } from 'lit';
import { Action } from '../../core/action.ts';
import { ApiError } from '../../core/api.ts';
import '../../components/fm-page-header/fm-page-header.ts';
import type { PageAction } from '../../components/fm-page-header/fm-page-header.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { renderReading } from '../../components/fm-state/renderReading.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { define, FmPage } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { plural } from '../../core/format.ts';
import { may } from '../../core/permissions.ts';
import { setQuery } from '../../core/query.ts';
import { isGoneSince, isNotFound } from '../../core/reading.ts';
import { Resource } from '../../core/resource.ts';
import { onward } from '../../core/router.ts';
import { safeName } from '../../core/safeText.ts';
import { session } from '../../core/session.ts';
import { mayEditGroups } from '../../domain/group/rights.ts';
import '../../domain/group/fm-group-changes.ts';
import '../../domain/group/fm-group-form.ts';
import {
  deleteGroup,
  readGroup,
  saveGroup,
  type GroupEdit,
  type VersionedGroup,
} from '../../domain/group/read.ts';
import { ruleText } from '../../domain/group/rule.ts';
import './fm-group-members.ts';
import { texts } from './texts.ts';

/** One group: what it is, and its hosts; those who may can change both. `?edit` opens the form. */
export class FmPageGroup extends FmPage {
  static override properties = { isMoved: { state: true } };
  /** Somebody else has changed the group while it was edited here. */
  declare isMoved: boolean;
  readonly #deleting = new Action(this);

  constructor() {
    super();
    this.isMoved = false;
  }

  readonly #group = new Resource<VersionedGroup, readonly [string]>(this, {
    args: () => [this.params['id'] ?? ''],
    read: ([id], signal) => readGroup(id, signal),
    // Who edits it names the version that the form began with.
    rereads: () => !this.query.has('edit'),
  });

  override render(): TemplateResult {
    return html`<div class="page">
      ${renderReading(this.#group, {
        what: 'the group',
        complete: (read) => this.#content(read),
      })}
    </div>`;
  }

  #content(known: VersionedGroup): TemplateResult {
    const { group } = known;
    const isEditing = this.query.has('edit') && mayEditGroups(session.user);
    const isGone = isGoneSince(this.#group);
    return html`<fm-page-header
        heading=${safeName(group.name)}
        .crumbs=${[{ label: 'Groups', href: '/groups' }]}
        .actions=${isEditing || isGone ? [] : this.#actions(known)}
        @fm-action=${({ detail }: CustomEvent<string>) => this.#act(detail, known)}
      >
        ${group.description ? html`<p>${safeName(group.description)}</p>` : nothing}
        <p>
          ${plural(group.hosts_total, 'host')} ·
          ${group.rule ? texts.byRule(safeName(ruleText(group.rule))) : texts.listed}
        </p>
      </fm-page-header>
      ${isGone ? nothing : errorNotice(this.#deleting.problem)}
      ${
        isEditing || isGone || group.rule === null
          ? nothing
          : html`<fm-group-changes
              .groupId=${group.id}
              @fm-changed=${() => this.#group.retry()}
            ></fm-group-changes>`
      }
      ${isEditing ? this.#form(known) : nothing}
      ${
        isEditing || isGone
          ? nothing
          : html`<fm-group-members
              .group=${group}
              .mayEdit=${group.rule === null && may(session.user, 'groups:edit')}
              @fm-changed=${() => this.#group.retry()}
            ></fm-group-members>`
      }`;
  }

  #actions({ group }: VersionedGroup): readonly PageAction[] {
    const { user } = session;
    const isDeleting = this.#deleting.isBusy ? texts.isDeleting : null;
    const found: (PageAction | false)[] = [
      group.hosts_total > 0 && {
        key: 'hosts',
        label: 'Show in Hosts',
        icon: 'hosts',
        href: `/hosts?group_id=${group.id}`,
      },
      group.hosts_total > 0 &&
        may(user, 'jobs:run') && {
          key: 'job',
          label: 'New job',
          icon: 'plus',
          href: `/jobs/new?group=${group.id}`,
        },
      group.hosts_total > 1 &&
        features.serves('listGroupPackageDifferences') &&
        may(user, 'hosts:read') && {
          key: 'packages',
          label: 'Compare packages',
          icon: 'package',
          href: `/packages/differences?group=${group.id}`,
        },
      features.serves('createGroupWindow') &&
        may(user, 'windows:edit') && {
          key: 'window',
          label: 'New window',
          icon: 'clock',
          href: `/calendar?new=window&group=${group.id}`,
        },
      features.serves('createPolicy') &&
        may(user, 'policies:edit') && {
          key: 'policy',
          label: 'New policy',
          icon: 'plus',
          href: `/policies/new?group=${group.id}`,
        },
      features.serves('createGroupHealthCheck') &&
        may(user, 'checks:edit') && {
          key: 'check',
          label: 'Add check',
          icon: 'check',
          href: `/health-checks?new=${group.id}`,
        },
      mayEditGroups(user) && { key: 'edit', label: 'Edit', icon: 'edit' },
      may(user, 'groups:delete') && { key: 'delete', label: 'Delete', icon: 'trash', reason: isDeleting },
    ];
    return found.filter((action) => action !== false);
  }

  #act(key: string, known: VersionedGroup): void {
    if (key === 'edit') setQuery({ edit: '1' }, true);
    if (key === 'delete') void this.#delete(known);
  }

  #form(known: VersionedGroup): TemplateResult {
    return html`${
        this.isMoved
          ? html`<div class="notice warn" role="alert">
              <div><strong>${texts.movedTitle}</strong> ${texts.moved}</div>
            </div>`
          : nothing
      }
      <fm-group-form
        .group=${known.group}
        .save=${(edit: GroupEdit) => this.#save(known, edit)}
        @fm-cancel=${this.#close}
      ></fm-group-form>`;
  }

  async #save(known: VersionedGroup, edit: GroupEdit): Promise<void> {
    try {
      this.#is(await saveGroup(known, edit));
    } catch (error) {
      const isRaced = error instanceof ApiError && error.code === 'PRECONDITION_FAILED';
      if (!isRaced || !this.isConnected) {
        if (isNotFound(error)) this.#group.retry();
        throw error;
      }
      // What was typed stays; the group as somebody else has changed it stands beside it.
      this.#is(await readGroup(known.group.id));
      this.isMoved = true;
      return;
    }
    if (this.isConnected) this.#close();
  }

  readonly #close = (): void => {
    this.isMoved = false;
    setQuery({ edit: null }, true);
  };

  #is(now: VersionedGroup): void {
    this.#group.change(() => now);
  }

  async #delete(known: VersionedGroup): Promise<void> {
    const { name, hosts_total: hosts } = known.group;
    const isSure = await confirmAction({
      title: texts.deleteTitle(safeName(name)),
      text: texts.deleteText(hosts),
      action: 'Delete group',
    });
    if (!isSure) return;
    await this.#deleting.run(async () => {
      const go = onward();
      await deleteGroup(known);
      go('/groups', { replace: true });
    });
    if (this.#deleting.problem !== null) this.#group.retry();
  }
}

define('fm-page-group', FmPageGroup);
