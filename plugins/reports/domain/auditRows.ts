import type { auditLog } from '#sdk';
import { auditEntryOf } from '#sdk/thread.ts';
import { figure, minuteOf } from './counting.ts';
import { Spans } from './spans.ts';
import { MAX_TABLE_ROWS, type Cells, type Report, type ReportAsked, type Summary } from './types.ts';

const COLUMNS = [
  'row_id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'address',
  'action',
  'resource_kind',
  'resource_id',
  'resource_name',
  'before',
  'after',
  'prev_hash',
  'hash',
];

/** Sign-ins that were refused, each row one of them or a minute of them. */
const REFUSED: readonly string[] = ['login.failed', 'login.locked', 'login.rate_limited'];
/** Actions by which the log, or a report, left the manager. */
const TAKEN: readonly string[] = ['audit.exported', 'report.downloaded'];

/** Counts of one kind of action. */
interface ActionLine {
  rows: number;
  actors: Set<string>;
  last: Date;
}

interface Counted {
  rows: number;
  people: Set<string>;
  damaged: number;
  /** Time of the first row; null without rows. */
  first: Date | null;
  spans: Spans;
  actions: Map<string, ActionLine>;
}

/** Who did what, row by row as it stands in the log. */
export function auditReport(asked: ReportAsked): Report {
  const counted: Counted = {
    rows: 0,
    people: new Set(),
    damaged: 0,
    first: null,
    actions: new Map(),
    spans: new Spans(asked.from, asked.to),
  };
  return {
    columns: COLUMNS,
    take(row) {
      const entry = auditEntryOf(row);
      count(counted, entry);
      return [cellsOf(entry)];
    },
    summary: () => summary(asked, counted),
  };
}

function count(counted: Counted, { at, content }: auditLog.EntryRead): void {
  counted.rows += 1;
  counted.first ??= at;
  counted.spans.add(at);
  if (content === null) return void (counted.damaged += 1);
  const { actor, action } = content;
  if (actor.kind === 'user' && actor.id !== null) counted.people.add(actor.id);
  const line = counted.actions.get(action) ?? { rows: 0, actors: new Set<string>(), last: at };
  line.rows += 1;
  line.actors.add(actor.id ?? actor.kind);
  line.last = at;
  counted.actions.set(action, line);
}

/** If somebody has damaged a row, only its text is known. */
function cellsOf({ rowId, hash, text, at, content }: auditLog.EntryRead): Cells {
  if (content === null)
    return { row_id: rowId, at: at.toISOString(), action: 'audit.row_damaged', after: text, hash };
  const { actor, address, action, resource, before, after, prev_hash: prevHash } = content;
  return {
    row_id: rowId,
    at: content.at,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    address,
    action,
    resource_kind: resource.kind,
    resource_id: resource.id,
    resource_name: resource.name,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
    prev_hash: prevHash,
    hash,
  };
}

const TABLE_COLUMNS = [
  { label: 'Action', share: 0.44 },
  { label: 'Rows', share: 0.14, isNumber: true },
  { label: 'Actors', share: 0.14, isNumber: true },
  { label: 'Last (UTC)', share: 0.28 },
];

function summary(asked: ReportAsked, counted: Counted): Summary {
  const { spans, actions } = counted;
  const lines = [...actions].sort(([, one], [, other]) => other.rows - one.rows);
  return {
    figures: figuresOf(counted),
    chart: {
      title: 'Rows over time',
      meaning: spans.meaning,
      bars: spans.bars(),
    },
    table: {
      title: 'Actions by frequency',
      columns: TABLE_COLUMNS,
      rows: lines
        .slice(0, MAX_TABLE_ROWS)
        .map(([action, { rows, actors, last }]) => [
          action,
          String(rows),
          String(actors.size),
          minuteOf(last),
        ]),
      left: Math.max(0, lines.length - MAX_TABLE_ROWS),
    },
    notes: notesOf(asked, counted),
  };
}

function figuresOf({ rows, people, damaged, actions }: Counted): Summary['figures'] {
  const rowsOf = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (actions.get(name)?.rows ?? 0), 0);
  return [
    figure('rows', ['Rows', 'Rows of the audit log within the period.'], rows),
    figure(
      'people',
      ['People', 'Distinct users; API tokens, agents and the system are not counted.'],
      people.size,
    ),
    figure('actions', ['Distinct actions', 'Number of different actions in the rows.'], actions.size),
    figure(
      'sign_ins_refused',
      ['Failed sign-ins', 'Rows of failed sign-ins; mass failures are combined into one row per minute.'],
      rowsOf(REFUSED),
    ),
    figure(
      'taken_away',
      ['Exports and downloads', 'Exports of this log and downloads of reports.'],
      rowsOf(TAKEN),
    ),
    figure(
      'damaged',
      ['Damaged rows', 'Rows that cannot be parsed. 0 is no proof of integrity; verify the log for that.'],
      damaged,
    ),
  ];
}

function notesOf({ from, group, auditArchivedBefore: archived }: ReportAsked, { first }: Counted): string[] {
  const notes = ['The report does not verify the hash chain; verify the audit log for that.'];
  if (group)
    notes.unshift(
      'Only rows about hosts that are in the group now; rows about jobs, users and settings are not included.',
    );
  else if (first === null || first.getTime() - from.getTime() > DAY_MS)
    notes.unshift(
      first === null ? 'No rows in the period.' : `The first row in the period is of ${minuteOf(first)} UTC.`,
    );
  if (archived && from < archived)
    notes.unshift(`Rows before ${minuteOf(archived)} UTC are not included: they were archived to a file.`);
  return notes;
}

const DAY_MS = 86_400_000;
