import type { standings } from '#sdk';
import type { PatchState } from '#sdk/hosts.ts';
import { daysOf, patchStateOf, SEVERITIES } from '#sdk/thread.ts';
import { daysBetween, figure, isoOf, minuteOf, percent, Tally } from './counting.ts';
import { isPast, judgeFor, type Judged, type Standing } from './standing.ts';
import {
  MAX_TABLE_ROWS,
  NOT_RECORDED,
  type Cells,
  type Report,
  type ReportAsked,
  type Summary,
} from './types.ts';

const COLUMNS = [
  'host_id',
  'fqdn',
  'display_name',
  'os',
  'standing',
  'reasons',
  'patches_pending',
  'security_pending',
  'security_overdue',
  'worst_severity',
  'oldest_pending_since',
  'reboot_required',
  'patches_read_at',
  'as_of',
];

const TABLE = {
  title: 'Hosts that are not compliant or unknown',
  columns: [
    { label: 'Host', share: 0.34 },
    { label: 'Status', share: 0.15 },
    { label: 'Reason', share: 0.27 },
    { label: 'Overdue', share: 0.1, isNumber: true },
    { label: 'Oldest, days', share: 0.14, isNumber: true },
  ],
};

const WORDS: Readonly<Record<Standing, string>> = {
  compliant: 'compliant',
  not_compliant: 'not compliant',
  unknown: 'unknown',
  not_recorded: 'not recorded',
};

/** Which hosts keep the service levels, host by host. */
export function complianceReport(asked: ReportAsked): Report {
  const tally = new Tally<Standing>();
  const pending = new Tally<standings.LackSeverity>();
  const overdue = new Tally<standings.LackSeverity>();
  const rows: string[][] = [];
  let rebootOwed = 0;
  let securityUnknown = 0;
  let left = 0;
  return {
    columns: COLUMNS,
    take(row) {
      const state = patchStateOf(row);
      const judged = judgeFor(state, asked);
      tally.add(judged.standing);
      if (state.rebootRequired === true) rebootOwed += 1;
      if (state.securityTotal === null) securityUnknown += 1;
      for (const { severity, isOverdue } of judged.lacks) {
        pending.add(severity);
        if (isOverdue) overdue.add(severity);
      }
      if (judged.standing !== 'compliant')
        if (rows.length < MAX_TABLE_ROWS) rows.push(tableRow(state, judged, asked.madeAt));
        else left += 1;
      return [cellsOf(state, judged, asked.madeAt)];
    },
    summary: () =>
      summary(asked, { standings: tally, pending, overdue, rebootOwed, securityUnknown, rows, left }),
  };
}

/** The earliest time; null without one, and where one of them is not recorded. */
function oldestOf({ lacks }: Judged): Date | null {
  const times = lacks.flatMap(({ since }) => (since ? [since.getTime()] : []));
  return times.length === lacks.length && times.length > 0 ? new Date(Math.min(...times)) : null;
}

function cellsOf(state: PatchState, judged: Judged, madeAt: Date): Cells {
  const { standing, reasons, lacks } = judged;
  const worst = SEVERITIES.find((severity) => lacks.some((lack) => lack.severity === severity));
  const oldest = oldestOf(judged);
  const isRead = state.polledAt !== null;
  return {
    host_id: state.hostId,
    fqdn: state.fqdn,
    display_name: state.displayName,
    os: state.os,
    standing,
    reasons: reasons.join(' '),
    patches_pending: isRead ? state.patchesTotal : null,
    security_pending: isRead ? state.securityTotal : null,
    security_overdue: isRead ? lacks.filter(({ isOverdue }) => isOverdue).length : null,
    worst_severity: worst ?? null,
    oldest_pending_since: lacks.length === 0 ? null : (isoOf(oldest) ?? NOT_RECORDED),
    reboot_required: state.rebootRequired === null ? null : String(state.rebootRequired),
    patches_read_at: isoOf(state.polledAt),
    as_of: madeAt.toISOString(),
  };
}

function tableRow({ fqdn, displayName }: PatchState, judged: Judged, madeAt: Date): string[] {
  const { standing, reasons, lacks } = judged;
  const oldest = oldestOf(judged);
  const age = oldest ? String(daysBetween(oldest, madeAt)) : 'not recorded';
  return [
    displayName === null ? fqdn : `${displayName} (${fqdn})`,
    WORDS[standing],
    reasons.map((reason) => reason.toLowerCase().replaceAll('_', ' ')).join(', '),
    String(lacks.filter(({ isOverdue }) => isOverdue).length),
    lacks.length === 0 ? '–' : age,
  ];
}

interface Counted {
  standings: Tally<Standing>;
  pending: Tally<standings.LackSeverity>;
  overdue: Tally<standings.LackSeverity>;
  rebootOwed: number;
  securityUnknown: number;
  rows: string[][];
  left: number;
}

function summary(asked: ReportAsked, counted: Counted): Summary {
  const { standings, rows, left } = counted;
  const shown = isPast(asked)
    ? (['not_recorded'] as const)
    : (['compliant', 'not_compliant', 'unknown'] as const);
  return {
    figures: figuresOf(asked, counted),
    chart: {
      title: 'Hosts by compliance status',
      meaning: 'Each host is counted once.',
      bars: shown.map((standing) => ({ label: WORDS[standing], value: standings.of(standing) })),
    },
    table: { ...TABLE, rows, left },
    notes: notesOf(asked),
  };
}

function figuresOf(
  asked: ReportAsked,
  { standings, pending, overdue, rebootOwed, securityUnknown }: Counted,
): Summary['figures'] {
  const hosts = standings.total();
  const recorded = (count: number): number | null => (isPast(asked) ? null : count);
  const share = isPast(asked) ? null : percent(standings.of('compliant'), hosts);
  return [
    figure('hosts', ['Hosts', 'All live hosts of the scope, also those that were never read.'], hosts),
    figure('compliant', MEANINGS.compliant, recorded(standings.of('compliant'))),
    figure(
      'compliant_percent',
      [
        'Compliant, share of all hosts',
        'Compliant hosts of all hosts; unknown ones stay in the denominator.',
      ],
      share,
      'percent',
    ),
    figure('not_compliant', MEANINGS.notCompliant, recorded(standings.of('not_compliant'))),
    figure('unknown', MEANINGS.unknown, recorded(standings.of('unknown'))),
    figure(
      'security_unknown',
      [
        'Hosts whose security state is unknown',
        'Patches never read, package lists unreadable, or pending patches that may or may not be security patches. Such a host is unknown, unless it is not compliant for another reason.',
      ],
      securityUnknown,
    ),
    figure('reboot_required', ['Hosts that need a reboot', 'As last reported.'], rebootOwed),
    figure(
      'security_pending',
      [
        'Security patches pending',
        'By name and architecture, each counted once on each host; held ones too.',
      ],
      pending.total(),
    ),
    ...SEVERITIES.map((severity) =>
      figure(
        `overdue_${severity}`,
        [
          `Overdue, ${severity}`,
          `Security patches (${severity}) first seen pending more than ${daysOf(asked.levels, severity)} days ago, of ${pending.of(severity)} pending.`,
        ],
        overdue.of(severity),
      ),
    ),
  ];
}

const MEANINGS = {
  compliant: [
    'Compliant hosts',
    'Patches read within three polling intervals, no overdue security patch, no reboot pending.',
  ],
  notCompliant: ['Hosts that are not compliant', 'A security patch is overdue, or a reboot is pending.'],
  unknown: [
    'Unknown hosts',
    'Never read, not read within three polling intervals, package lists unreadable, patches that may or may not be security patches, or the pending date of a patch is not recorded.',
  ],
} as const;

function notesOf(asked: ReportAsked): string[] {
  const notes = [
    `Status of the hosts when the report was created (${minuteOf(asked.madeAt)} UTC).`,
    'Any pending reboot counts: hosts do not report which patch requires it.',
  ];
  if (isPast(asked))
    notes.unshift(
      'The period is over and the status of hosts at that time is not recorded, so no host is rated.',
    );
  return notes;
}
