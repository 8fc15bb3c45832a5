import { css, html, nothing, type TemplateResult } from 'lit';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import '../../components/fm-dialog/fm-dialog.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { define, FmElement } from '../../core/element.ts';
import { features } from '../../core/features.ts';
import { may } from '../../core/permissions.ts';
import { preferences } from '../../core/preferences.ts';
import { safeName } from '../../core/safeText.ts';
import type { SavedView, SavedViews } from '../../core/savedViews.ts';
import { session } from '../../core/session.ts';
import { sharedViews, type SharedView } from '../../core/sharedViews.ts';

const styles = css`
  fm-dialog {
    --fm-dialog-width: 44rem;
  }

  ul {
    list-style: none;
    padding: 0;
  }

  li {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2);
    align-items: center;
    padding-block: var(--fm-space-2);
    border-bottom: 1px solid var(--fm-line);
  }

  .name {
    flex: 1 1 14rem;
    overflow-wrap: anywhere;
  }
`;

/** A view of one of both kinds, and what its reader may do with it. */
interface Row {
  name: string;
  owner: string;
  query: string;
  isPinned: boolean;
  pin(isPinned: boolean): void;
  remove: (() => Promise<void>) | null;
  /** Makes it one for all; null: it is, or the reader may not share. */
  share: (() => Promise<void>) | null;
  /** Makes it one of its reader alone; null: it is, or another shares it. */
  unshare: (() => Promise<void>) | null;
  /** Gives it the filters on the screen; null: it has them, or is another's. */
  update: (() => Promise<void>) | null;
}

/** A dialog with the views of a page: shares, changes, pins and deletes them. Fires `fm-close`. */
export class FmManageViews extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    page: {},
    views: { attribute: false },
    query: {},
    problem: { state: true },
  };
  /** All must be set with the element. */
  declare page: string;
  declare views: SavedViews;
  /** What the page shows, as a view would have it. */
  declare query: string;
  /** Why the last act was not possible; null: it was. */
  declare problem: string | null;
  readonly #action = new Action(this);
  #following = new AbortController();

  constructor() {
    super();
    this.problem = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#following = new AbortController();
    const { signal } = this.#following;
    for (const each of [this.views, sharedViews])
      each.addEventListener('change', () => this.requestUpdate(), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#following.abort();
  }

  override render(): TemplateResult {
    const { isBusy, problem } = this.#action;
    const rows = this.#rows();
    return html`<fm-dialog heading="Views" open ?locked=${isBusy} @fm-close=${this.#close}>
      <div class="stack">
        ${errorNotice(problem)}
        ${this.problem === null ? nothing : html`<p class="notice warn" role="alert">${this.problem}</p>`}
        ${
          sharedViews.error === null
            ? nothing
            : html`${errorNotice(sharedViews.error)}
                <button @click=${() => void sharedViews.read()}>Read shared views again</button>`
        }
        <p class="quiet">
          A view contains filters and sort order. In a shared view everybody finds the hosts of their own
          scope.
        </p>
        ${rows.length === 0 ? html`<p>No views. Set filters, then save them as a view.</p>` : nothing}
        <ul>
          ${rows.map((row) => this.#row(row, isBusy))}
        </ul>
      </div>
      <button slot="actions" autofocus ?disabled=${isBusy} @click=${this.#close}>Close</button>
    </fm-dialog>`;
  }

  #row(row: Row, isBusy: boolean): TemplateResult {
    const name = safeName(row.name);
    const act = (label: string, work: (() => Promise<void>) | null): unknown =>
      work === null
        ? nothing
        : html`<button
            class="plain"
            aria-label="${label} “${name}”"
            ?disabled=${isBusy}
            @click=${() => void this.#act(work)}
          >
            ${label}
          </button>`;
    return html`<li>
      <span class="name"
        ><a href=${this.views.href(row)} @click=${this.#close}>${name}</a>
        <span class="quiet small">${row.owner}</span></span
      >
      <label
        ><input
          type="checkbox"
          aria-label="Pin “${name}” to the side bar"
          .checked=${row.isPinned}
          @change=${({ target }: Event) => row.pin((target as HTMLInputElement).checked)}
        />
        Side bar</label
      >
      ${act('Set to current filters', row.update)} ${act('Share', row.share)}
      ${act('Stop sharing', row.unshare)} ${act('Delete', row.remove)}
    </li>`;
  }

  #act(work: () => Promise<void>): Promise<void> {
    this.problem = null;
    return this.#action.run(work);
  }

  #rows(): Row[] {
    return [
      ...this.views.list.map((view) => this.#own(view)),
      ...sharedViews.of(this.page).map((view) => this.#shared(view)),
    ];
  }

  #own({ name, query, isPinned }: SavedView): Row {
    const { page, views } = this;
    const mayShare = may(session.user, 'views:share') && features.serves('createSavedView');
    return {
      name,
      query,
      isPinned,
      owner: 'Only you',
      pin: (pinned) => views.pin(name, pinned),
      remove: async () => views.remove(name),
      share: mayShare
        ? async () => {
            const { id } = await sharedViews.create({ name, page, query });
            if (isPinned) sharedViews.pin(id, true);
            views.remove(name);
            announce('View shared');
          }
        : null,
      unshare: null,
      update:
        query === this.query ? null : async () => void views.save(name, new URLSearchParams(this.query)),
    };
  }

  #shared(view: SharedView): Row {
    const { user } = session;
    const isOwn = view.created_by.id !== null && view.created_by.id === user?.id;
    const mayChange = may(user, 'views:share') && (isOwn || may(user, 'settings:manage'));
    return {
      name: view.name,
      query: view.query,
      isPinned: view.isPinned,
      owner: isOwn ? 'Shared by you' : `Shared by ${safeName(view.created_by.username)}`,
      pin: (pinned) => sharedViews.pin(view.id, pinned),
      remove: mayChange ? () => this.#delete(view) : null,
      share: null,
      unshare: isOwn && mayChange ? () => this.#makePrivate(view) : null,
      update:
        mayChange && view.query !== this.query
          ? async () => void (await sharedViews.update(view, this.query))
          : null,
    };
  }

  /** Keeps it for its owner first, and takes it from the others only once that is saved. */
  async #makePrivate({ isPinned, ...view }: SharedView): Promise<void> {
    const { views } = this;
    const { name, query } = view;
    if (views.list.some((own) => own.name === name)) {
      this.problem = `You already have a private view “${safeName(name)}”. Delete it first.`;
      return;
    }
    const isSure = await confirmAction({
      title: `Stop sharing the view “${safeName(name)}”?`,
      text: 'Only you will have the view. It disappears for everybody else, also from their side bars.',
      action: 'Stop sharing',
    });
    if (!isSure) return;
    if (views.save(name, new URLSearchParams(query)) !== null) {
      this.problem = 'No room for another private view. Delete one first.';
      return;
    }
    views.pin(name, isPinned);
    await preferences.save();
    // The shell has told why.
    if (!preferences.areSaved) return;
    await sharedViews.delete({ ...view, isPinned });
    announce('View no longer shared');
  }

  async #delete(view: SharedView): Promise<void> {
    const isSure = await confirmAction({
      title: `Delete the view “${view.name}”?`,
      text: 'Nobody will have the view any more.',
      action: 'Delete view',
    });
    if (isSure) await sharedViews.delete(view);
  }

  readonly #close = (): void => {
    this.dispatchEvent(new Event('fm-close'));
  };
}

define('fm-manage-views', FmManageViews);
