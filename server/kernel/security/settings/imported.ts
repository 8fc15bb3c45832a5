import { MASK } from '../../http/maskUrl.ts';
import { AppError, validationError, type ValidationIssue } from '#server/shared/wire/appError.ts';
import type { ConfigurationChange, ConfigurationProblem } from '../../configuration.ts';
import { planChange, type PlannedChange } from './change.ts';
import type { SettingsAuthor, SettingsSection } from './section.ts';
import { fieldsOf, masked, type Values } from './stored.ts';

/** What an import of settings would do. */
export interface PlannedImport {
  /** The version over all sections that the plan was made from. */
  version: number;
  /** The changes, in the form that `update` takes. */
  sections: Readonly<Record<string, unknown>>;
  changes: ConfigurationChange[];
  unchanged: number;
  problems: ConfigurationProblem[];
}

interface Known {
  byName: ReadonlyMap<string, SettingsSection>;
  before(section: SettingsSection): Values;
  version: number;
}

/** Plans an import. Throws VALIDATION_FAILED for values that this version does not take, and for secrets. */
export function planImport(
  { byName, before, version }: Known,
  sections: Readonly<Record<string, unknown>>,
  by: SettingsAuthor,
): PlannedImport {
  const issues: ValidationIssue[] = [];
  const plan: PlannedImport & { sections: Record<string, unknown> } = {
    version,
    sections: {},
    changes: [],
    unchanged: 0,
    problems: [],
  };
  for (const [name, sent] of Object.entries(sections).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const section = byName.get(name);
    const refusal = section ? stays(section) : ABSENT;
    if (!section || refusal !== null) {
      plan.problems.push({ name, message: refusal ?? ABSENT });
      continue;
    }
    const change = planChange(section, before(section), withoutSecrets(section, sent));
    issues.push(...change.issues, ...secretsIn(section, sent));
    take(plan, change, sent, by);
  }
  if (issues.length > 0)
    throw validationError(
      issues.map(({ path, message }) => ({
        path: path.replace('/body/', '/body/file/parts/settings/'),
        message,
      })),
    );
  return plan;
}

const ABSENT = 'Its feature is not there, or is switched off on this manager.';
const stays = ({ staysHere }: SettingsSection): string | null =>
  staysHere ? 'It depends on this machine. Change it in Settings.' : null;

function take(
  plan: PlannedImport & { sections: Record<string, unknown> },
  change: PlannedChange,
  sent: unknown,
  by: SettingsAuthor,
): void {
  const { section, before, after, changed } = change;
  if (change.issues.length > 0) return;
  plan.problems.push(...secretsToEnter(change, sent));
  if (changed.length === 0) {
    plan.unchanged += 1;
    return;
  }
  try {
    section.check?.({ before, after, by });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    plan.problems.push({ name: section.name, message: `Skipped: ${error.message}` });
    return;
  }
  const [was, is] = [masked(section, before), masked(section, after)];
  plan.sections[section.name] = withoutSecrets(section, sent);
  plan.changes.push({
    kind: 'changed',
    name: section.name,
    fields: changed.map((field) => ({
      name: section.isSingle ? section.name : field,
      before: was[field],
      after: is[field],
    })),
  });
}

/** An issue for each secret in the file: one that an export made holds only masks. */
function secretsIn(section: SettingsSection, sent: unknown): ValidationIssue[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const values = sent as Values;
  return fieldsOf(section)
    .filter(([name, { secret }]) => secret && ![undefined, null, '', MASK].includes(values[name] as null))
    .map(([name]) => ({
      path: `/body/${section.name}/${name}`,
      message: 'is a secret, which no import takes; enter it in Settings',
    }));
}

/** The values without secrets: an import sets none, and clears one only where the place that it is sent to changes. */
function withoutSecrets(section: SettingsSection, sent: unknown): unknown {
  if (section.isSingle || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const secrets = new Set(fieldsOf(section).flatMap(([name, { secret }]) => (secret ? [name] : [])));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !secrets.has(name)));
}

/**
 * Problems that name secrets to enter by hand: those that the file says were set, and those that the import clears
 * because the place they are sent to changes.
 */
function secretsToEnter({ section, before, after }: PlannedChange, sent: unknown): ConfigurationProblem[] {
  const values = (sent ?? {}) as Values;
  return fieldsOf(section)
    .filter(([name, { secret }]) => secret && after[name] === null)
    .filter(([name]) => values[name] === MASK || before[name] !== null)
    .map(([name]) => ({
      name: section.name,
      message: `Enter ${name} in Settings after the import: the file holds no secrets.`,
    }));
}
