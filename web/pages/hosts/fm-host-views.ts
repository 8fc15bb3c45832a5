import { html, type TemplateResult } from 'lit';
import { askWords } from '../../components/fm-ask/fm-ask.ts';
import '../../components/fm-menu/fm-menu.ts';
import type { MenuItem } from '../../components/fm-menu/fm-menu.ts';
import { announce } from '../../core/announce.ts';
import { define, FmElement } from '../../core/element.ts';
import { SavedViews } from '../../core/savedViews.ts';

const SAVE = 'save';
const views = new SavedViews('/hosts', { passing: ['tab'] });
const refusals = {
  saved: null,
  name: 'Enter a name of at most 60 characters.',
  full: 'No room for another view: delete one first.',
} as const;

/** The saved views of the list: opens, saves, pins and deletes them. */
export class FmHostViews extends FmElement {
  static override properties = { query: {} };
  /** The query of a view that is saved now. */
  declare query: string;
  #following = new AbortController();

  constructor() {
    super();
    this.query = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#following = new AbortController();
    const { signal } = this.#following;
    views.follow(signal);
    views.addEventListener('change', () => this.requestUpdate(), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#following.abort();
  }

  override render(): TemplateResult {
    const current = views.current(new URLSearchParams(this.query));
    return html`<fm-menu
      label="Views"
      .items=${this.#items()}
      @fm-choose=${({ detail }: CustomEvent<string>) => void this.#chosen(detail)}
      >${current ? `View: ${current.name}` : 'Views'}</fm-menu
    >`;
  }

  #items(): MenuItem[] {
    const { list } = views;
    return [
      { key: SAVE, label: 'Save view …', icon: 'plus' },
      ...list.map((view) => ({ key: `view ${view.name}`, label: view.name, href: views.href(view) })),
      ...list.map(({ name, isPinned }) => ({
        key: `pin ${name}`,
        label: `Pin “${name}” to the side bar`,
        isChecked: isPinned,
      })),
      ...list.map(({ name }) => ({
        key: `drop ${name}`,
        label: `Delete “${name}”`,
        icon: 'trash' as const,
      })),
    ];
  }

  async #chosen(key: string): Promise<void> {
    const name = key.slice(key.indexOf(' ') + 1);
    if (key.startsWith('drop ')) views.remove(name);
    if (key.startsWith('pin ')) views.pin(name, !views.list.find((view) => view.name === name)?.isPinned);
    if (key !== SAVE) return;
    const words = await askWords({
      title: 'Save view',
      text: 'Filters and sort order are saved with your account, for you only. To share the view, copy the URL.',
      label: 'Name',
      isName: true,
      check: ([typed = '']) => refusals[views.save(typed, new URLSearchParams(this.query)) ?? 'saved'],
      action: 'Save',
    });
    if (words) announce('View saved');
  }
}

define('fm-host-views', FmHostViews);
