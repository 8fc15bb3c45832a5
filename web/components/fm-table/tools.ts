import { html, nothing } from 'lit';
import { icon } from '../../icons/icons.ts';
import type { MenuItem } from '../fm-menu/fm-menu.ts';
import '../fm-menu/fm-menu.ts';
import { rowHeaderOf, type Column } from './column.ts';
import { DENSITIES, type ColumnChoice, type Density, type TableChoice } from './tableChoice.ts';

const RESET = ' reset';

interface Tools<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  choice: TableChoice;
  canChoose: boolean;
  canSave: boolean;
  isSaving: boolean;
  onChoice(choice: TableChoice): void;
  onSave(): void;
}

/** The tools of the table: choose columns, save the rows as a file. */
export function tableTools<Row>(tools: Tools<Row>): unknown {
  const { canChoose, canSave, isSaving, onSave } = tools;
  return html`${
    canChoose
      ? html`<fm-menu
          label="Columns"
          variant="plain"
          .items=${columnItems(tools)}
          @fm-choose=${(event: CustomEvent<string>) => chosen(event, tools)}
        ></fm-menu>`
      : nothing
  }${
    canChoose
      ? html`<fm-menu
          label="Density"
          variant="plain"
          .items=${densityItems(tools)}
          @fm-choose=${({ detail }: CustomEvent<Density>) =>
            tools.onChoice({ columns: tools.choice.columns, density: detail })}
        ></fm-menu>`
      : nothing
  }${
    canSave
      ? html`<button class="plain" ?disabled=${isSaving} @click=${onSave}>
          ${icon('download')} ${isSaving ? 'Reading …' : 'CSV'}
        </button>`
      : nothing
  }`;
}

const densityTexts: Readonly<Record<Density, string>> = {
  compact: 'Compact',
  usual: 'Normal',
  relaxed: 'Relaxed',
};

const densityItems = <Row>({ choice }: Tools<Row>): MenuItem[] =>
  (Object.keys(DENSITIES) as Density[]).map((key) => ({
    key,
    label: densityTexts[key],
    isChecked: key === choice.density,
  }));

function columnItems<Row>({ columns, shown, choice: { columns: choice } }: Tools<Row>): MenuItem[] {
  const header = rowHeaderOf(columns);
  const items = columns.map((column): MenuItem => {
    const isChecked = column === header || (choice[column.key] ?? !column.isExtra);
    const isHidden = isChecked && !shown.includes(column);
    const label = isHidden ? `${column.header} (hidden: not enough width)` : column.header;
    const reason = column === header ? 'Always shown: it names the row.' : null;
    return { key: column.key, label, isChecked, reason };
  });
  return Object.keys(choice).length === 0
    ? items
    : [...items, { key: RESET, label: 'Reset columns', icon: 'undo' }];
}

/** Keeps the menu open: a reader who wants one column often wants another. */
function chosen<Row>(event: CustomEvent<string>, { columns, choice, onChoice }: Tools<Row>): void {
  const { density } = choice;
  if (event.detail === RESET) return onChoice({ columns: {}, density });
  event.preventDefault();
  const column = columns.find(({ key }) => key === event.detail);
  if (!column) return;
  const isUsual = !column.isExtra;
  const { [column.key]: now, ...others }: ColumnChoice = choice.columns;
  const next = !(now ?? isUsual);
  onChoice({ columns: { ...others, [column.key]: next }, density });
}
