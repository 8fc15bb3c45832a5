import { css, html, type TemplateResult } from 'lit';
import { askWords } from '../../components/fm-ask/fm-ask.ts';
import '../../components/fm-menu/fm-menu.ts';
import type { MenuItem } from '../../components/fm-menu/fm-menu.ts';
import { announce } from '../../core/announce.ts';
import { define, FmElement } from '../../core/element.ts';
import { icon } from '../../icons/icons.ts';
import { allColumns, USUAL_COLUMNS } from '../../domain/host/columns.ts';
import type { ListChoices } from '../../domain/host/listChoices.ts';
import { SavedViews } from '../../core/savedViews.ts';

const styles = css`
  :host {
    display: contents;
  }

  .tools {
    display: flex;
    flex-wrap: wrap;
    gap: var(--fm-space-2);
  }

  @media print {
    .tools {
      display: none;
    }
  }
`;

const SAVE = 'save';
const views = new SavedViews('/hosts', { passing: ['tab'] });
const refusals = {
  saved: null,
  name: 'Enter a name of at most 60 characters.',
  'too-long': 'These filters are too long to be saved.',
  full: 'Too many views: delete one first.',
} as const;

/** The tools of the whole list: saved views, columns, CSV. Events: `fm-choices` (the new ListChoices), `fm-csv`. */
export class FmListTools extends FmElement {
  static override styles = [FmElement.styles, styles];
  static override properties = {
    choices: { attribute: false },
    viewQuery: {},
    csvText: {},
    hasColumns: { type: Boolean },
  };
  declare choices: ListChoices;
  /** The query of a view that is saved now. */
  declare viewQuery: string;
  /** Label of the CSV button, which says how far the download is. */
  declare csvText: string;
  /** Whether columns can be chosen; on a phone they cannot. */
  declare hasColumns: boolean;

  constructor() {
    super();
    this.choices = { columns: null };
    this.viewQuery = '';
    this.csvText = 'CSV';
    this.hasColumns = true;
  }

  override render(): TemplateResult {
    return html`<div class="tools">
      <fm-menu
        label="Views"
        .items=${this.#views()}
        @fm-choose=${({ detail }: CustomEvent<string>) => void this.#viewChosen(detail)}
      ></fm-menu>
      ${
        this.hasColumns
          ? html`<fm-menu
              label="Columns"
              .items=${this.#columns()}
              @fm-choose=${this.#columnChosen}
            ></fm-menu>`
          : ''
      }
      <button @click=${() => this.#tell('fm-csv', null)}>${icon('download')} ${this.csvText}</button>
    </div>`;
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

  #columns(): MenuItem[] {
    const chosen = this.choices.columns ?? USUAL_COLUMNS;
    return allColumns
      .filter(({ key }) => key !== 'fqdn')
      .map(({ key, header }) => ({ key, label: header, isChecked: chosen.includes(key) }));
  }

  async #viewChosen(key: string): Promise<void> {
    if (key.startsWith('drop ')) views.remove(key.slice('drop '.length));
    if (key === SAVE) {
      const words = await askWords({
        title: 'Save view',
        text: 'Filters and sort order are saved in this browser, for you only. To share the view, copy the URL.',
        label: 'Name',
        check: (typed) =>
          refusals[views.save(typed.join(' '), new URLSearchParams(this.viewQuery)) ?? 'saved'],
        action: 'Save',
      });
      if (words) announce('View saved');
    }
    this.requestUpdate();
  }

  /** Keeps the menu open: people rarely want one column alone. */
  readonly #columnChosen = (event: CustomEvent<string>): void => {
    event.preventDefault();
    const now = this.choices.columns ?? USUAL_COLUMNS;
    const { detail: key } = event;
    this.#choose({ columns: now.includes(key) ? now.filter((one) => one !== key) : [...now, key] });
  };

  #choose(change: Partial<ListChoices>): void {
    this.#tell('fm-choices', { ...this.choices, ...change });
  }

  #tell(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

define('fm-list-tools', FmListTools);
