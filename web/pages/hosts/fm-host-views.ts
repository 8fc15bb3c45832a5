import { html, nothing, type TemplateResult } from 'lit';
import { askWords } from '../../components/fm-ask/fm-ask.ts';
import '../../components/fm-menu/fm-menu.ts';
import type { MenuItem } from '../../components/fm-menu/fm-menu.ts';
import { errorNotice } from '../../components/fm-state/renderTask.ts';
import { Action } from '../../core/action.ts';
import { announce } from '../../core/announce.ts';
import { define, FmElement } from '../../core/element.ts';
import { loadCode } from '../../core/loadCode.ts';
import { PROPOSED_HELP } from '../../core/proposedName.ts';
import { SavedViews } from '../../core/savedViews.ts';
import { sharedViews, VIEWS_PAGE as PAGE } from '../../core/sharedViews.ts';
import { filtersName } from '../../domain/host/filters.ts';

const SAVE = 'save';
const PIN = 'pin';
const MANAGE = 'manage';
const views = new SavedViews(PAGE, { passing: ['tab'] });
const refusals = {
  saved: null,
  name: 'Enter a name of at most 60 characters.',
  full: 'No room for another view: delete one first.',
} as const;

/** The views of the list, the reader's own and shared ones: opens and saves them, and leads to all else. */
export class FmHostViews extends FmElement {
  static override properties = { query: {}, isManaging: { state: true } };
  /** The query of a view that is saved now. */
  declare query: string;
  declare isManaging: boolean;
  readonly #opening = new Action(this);
  #following = new AbortController();

  constructor() {
    super();
    this.query = '';
    this.isManaging = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#following = new AbortController();
    const { signal } = this.#following;
    views.follow(signal);
    for (const each of [views, sharedViews])
      each.addEventListener('change', () => this.requestUpdate(), { signal });
    void sharedViews.read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#following.abort();
  }

  override render(): TemplateResult {
    const current = this.#current();
    return html`<fm-menu
        label="Views"
        .items=${this.#items()}
        @fm-choose=${({ detail }: CustomEvent<string>) => void this.#chosen(detail)}
        >${current ? `View: ${current.name}` : 'Views'}</fm-menu
      >
      ${errorNotice(this.#opening.problem)}
      ${
        this.isManaging
          ? html`<fm-manage-views
              .page=${PAGE}
              .views=${views}
              .query=${views.queryOf(new URLSearchParams(this.query))}
              @fm-close=${() => (this.isManaging = false)}
            ></fm-manage-views>`
          : nothing
      }`;
  }

  /** The view on the screen: an own one, or else a shared one. */
  #current(): { name: string; isPinned: boolean; pin: (isPinned: boolean) => void } | null {
    const query = new URLSearchParams(this.query);
    const own = views.current(query);
    if (own) return { ...own, pin: (isPinned) => views.pin(own.name, isPinned) };
    const text = views.queryOf(query);
    const shared = sharedViews.of(PAGE).find((view) => view.query === text);
    return shared ? { ...shared, pin: (isPinned) => sharedViews.pin(shared.id, isPinned) } : null;
  }

  #items(): MenuItem[] {
    const current = this.#current();
    const shared = sharedViews.of(PAGE);
    const pin = (isChecked: boolean): MenuItem => ({
      key: PIN,
      label: `Pin “${current?.name}” to the side bar`,
      isChecked,
    });
    const manage: MenuItem = { key: MANAGE, label: 'Manage views …', icon: 'edit' };
    return [
      { key: SAVE, label: 'Save view …', icon: 'plus' },
      ...(current ? [pin(current.isPinned)] : []),
      ...(views.list.length + shared.length > 0 || sharedViews.error !== null ? [manage] : []),
      ...views.list.map((view) => ({ key: `own ${view.name}`, label: view.name, href: views.href(view) })),
      ...shared.map((view) => ({ key: view.id, label: `${view.name} (shared)`, href: views.href(view) })),
    ];
  }

  async #manage(): Promise<void> {
    await loadCode(() => import('./fm-manage-views.ts'));
    this.isManaging = true;
  }

  async #chosen(key: string): Promise<void> {
    const current = this.#current();
    if (key === PIN) current?.pin(!current.isPinned);
    if (key === MANAGE) await this.#opening.run(() => this.#manage());
    if (key !== SAVE) return;
    const query = new URLSearchParams(this.query);
    const proposal = filtersName(query);
    const words = await askWords({
      title: 'Save view',
      words: proposal === '' ? [] : [proposal],
      help: proposal === '' ? '' : PROPOSED_HELP,
      text: 'Filters and sort order are saved with your account, for you only. Share the view under “Manage views”.',
      label: 'Name',
      isName: true,
      check: ([typed = '']) => refusals[views.save(typed, query) ?? 'saved'],
      action: 'Save',
    });
    if (words) announce('View saved');
  }
}

define('fm-host-views', FmHostViews);
