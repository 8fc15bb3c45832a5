import { countText, plural } from '#web/core/format.ts';
import { safeLine } from '#web/core/safeText.ts';
import { durationText } from '#web/core/time.ts';
import { REBOOT_POLICIES } from '#web/domain/job/text.ts';
import { formTexts } from '#web/domain/policy/formTexts.ts';

/** The fields of the file whose names say less than the forms that they are entered in. */
const LABELS: Readonly<Record<string, string>> = {
  rrule: 'Schedule',
  days_after: 'Offset in days',
  timezone: 'Time zone',
  starts_at: 'Start',
  limited_to: 'Limited to groups',
  mode: 'Patches',
  exclude: 'Excluded packages',
  respect_windows: formTexts.windows,
  health_gate: 'Health checks',
  pre: 'before the work',
  post: 'after the work',
  soak_secs: 'soak time',
  pre_timeout_secs: 'wait up to',
  max_parallel: 'Hosts in parallel',
  failure_budget_percent: 'Failure budget',
  rollback_on_failure: 'Roll back failed hosts',
  strict_sources: 'Fail hosts with failing package sources',
  catch_up: formTexts.catchUp,
  max_late_secs: formTexts.late,
  plan_lead_secs: formTexts.lead,
  kind: 'Check type',
  service_name: 'Service',
  target_host: 'Queried agent',
  url: 'Address',
  origin: 'Address',
  report_type: 'Report',
  facts: 'Events',
  has_security: 'security patches',
  fqdn: 'Host name',
};

/** Words of the contract, by the fields that have them. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: { all: 'All patches', security: 'Security patches' },
  reboot: Object.fromEntries(REBOOT_POLICIES),
  kind: { service: 'Service', http: 'Web page' },
  format: { csv: 'CSV', pdf: 'PDF' },
};

/** Fields with words of the contract that read well without what joins them: “job failed” for `job.failed`. */
const PLAIN: ReadonlySet<string> = new Set(
  'facts report_type period health_status min_severity severity security_age last_patched'.split(' '),
);

/** “Latest start” for `max_late_secs`: the value has its unit. */
export const fieldText = (field: string): string =>
  LABELS[field] ?? safeLine(capital(field.replace(/_(secs|percent|days)$/, '').replaceAll('_', ' ')));

const capital = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** A word of the contract as the forms say it; null: the field has texts of people. */
export function wordOf(field: string, value: string): string | null {
  const word = WORDS[field]?.[value];
  if (word !== undefined) return word;
  return PLAIN.has(field) ? value.replaceAll(/[._-]/g, ' ') : null;
}

/** “10 % of the hosts, soak time 1 h”. */
export function waveText({ percent, count, soak_secs: soak }: Readonly<Record<string, unknown>>): string {
  const share =
    typeof percent === 'number' ? `${countText(percent)} % of the hosts` : plural(Number(count ?? 1), 'host');
  return typeof soak === 'number' && soak > 0 ? `${share}, soak time ${durationText(soak)}` : share;
}
