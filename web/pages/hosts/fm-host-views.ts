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
  'too-long': 'These filters are too long to be saved.',
  full: 'Too many views: delete one first.',
} as const;

/** The saved views of the list: opens, saves and deletes them. */
export class FmHostViews extends FmElement {
  static override properties = { query: {} };
  /** The query of a view that is saved now. */
  declare query: string;

  constructor() {
    super();
    this.query = '';
  }

  override render(): TemplateResult {
    return html`<fm-menu
      label="Views"
      .items=${this.#views()}
      @fm-choose=${({ detail }: CustomEvent<string>) => void this.#chosen(detail)}
    ></fm-menu>`;
  }

  #views(): MenuItem[] {
    const { list } = views;
    return [
      { key: SAVE, label: 'Save view …', icon: 'plus' },
      ...list.map((view) => ({ key: `view ${view.name}`, label: view.name, href: views.href(view) })),
      ...list.map(({ name }) => ({
        key: `drop ${name}`,
        label: `Delete “${name}”`,
        icon: 'trash' as const,
      })),
    ];
  }

  async #chosen(key: string): Promise<void> {
    if (key.startsWith('drop ')) views.remove(key.slice('drop '.length));
    if (key === SAVE) {
      const words = await askWords({
        title: 'Save view',
        text: 'Filters and sort order are saved in this browser, for you only. To share the view, copy the URL.',
        label: 'Name',
        check: (typed) => refusals[views.save(typed.join(' '), new URLSearchParams(this.query)) ?? 'saved'],
        action: 'Save',
      });
      if (words) announce('View saved');
    }
    this.requestUpdate();
  }
}

define('fm-host-views', FmHostViews);
