import { ApiError } from '../../core/apiError.ts';
import { api, must } from '../../core/api.ts';
import { askWords } from '../../components/fm-ask/fm-ask.ts';
import { confirmAction } from '../../components/fm-confirm/fm-confirm.ts';
import { plural } from '../../core/format.ts';
import type { Schemas } from '../../core/schema.ts';
import { safeName } from '../../core/safeText.ts';
import { startOnce } from '../../core/edits.ts';
import { readGroups } from '../group/read.ts';
import type { BulkTarget } from './bulkRun.ts';
import type { AskedAction, JobAction } from './hostAction.ts';
import type { BulkOffer } from './offers.ts';
import { leftText, questionOf, whatOf } from './texts.ts';

const TAG = /^[A-Za-z0-9][A-Za-z0-9_.:/=@-]*$/;
const PACKAGE = /^[A-Za-z0-9][A-Za-z0-9+._:-]*$/;

/**
 * Asks before an action, naming the hosts and those left out. Resolves with the words entered (packages, tags; none for
 * other actions); null: the reader cancelled. `words` are in the field at first.
 */
export async function askAbout(
  action: AskedAction,
  { able, left }: Pick<BulkOffer<BulkTarget>, 'able' | 'left'>,
  words: readonly string[] = [],
): Promise<readonly string[] | null> {
  const names = able.map(({ name }) => name);
  const question = questionOf(action, names);
  const text = [question.text, leftText(left)].filter(Boolean).join(' ');
  const asked = { ...question, text, items: names, words };
  if (action === 'addTags' || action === 'removeTags')
    return askWords({
      ...asked,
      label: 'Tags',
      help: 'For example web or env=prod. Separate tags with spaces.',
      suggestions: action === 'addTags' ? await tagsThere() : tagsOf(able),
      check: (words) => wrongWord(words, TAG, 64, 'Tags may contain only letters, digits and _ . : / = @ -'),
    });
  if (action === 'removeFromGroup')
    return askWords({ ...asked, label: 'Group', choices: await listedGroups(), check: () => null });
  if (action === 'hold' || action === 'unhold')
    return askWords({
      ...asked,
      label: 'Packages',
      help: 'Package names as on the hosts. Separate names with spaces.',
      check: (words) => wrongWord(words, PACKAGE, 128, 'Not a valid package name'),
    });
  const isSure = await confirmAction({
    ...asked,
    tone: action === 'remove' || action === 'reboot' ? 'danger' : 'primary',
  });
  return isSure ? [] : null;
}

function wrongWord(words: readonly string[], form: RegExp, longest: number, why: string): string | null {
  const wrong = words.find((word) => !form.test(word) || word.length > longest);
  return wrong === undefined ? null : `${why}: “${wrong}”.`;
}

/** The groups whose hosts are listed by hand, by name. */
async function listedGroups(): Promise<{ value: string; label: string }[]> {
  return (await readGroups())
    .filter(({ rule }) => rule === null)
    .map(({ id, name }) => ({ value: id, label: safeName(name) }));
}

async function tagsThere(): Promise<string[]> {
  try {
    return (await must(api.GET('/api/v1/host-values'))).tags.map(({ value }) => value);
  } catch {
    return [];
  }
}

function tagsOf(targets: readonly BulkTarget[]): string[] {
  return [...new Set(targets.flatMap(({ host }) => host?.tags ?? []))].sort();
}

/**
 * Starts the job over these hosts. When the manager refuses some of them (removed meanwhile, or seen at two addresses),
 * asks whether to go on with the others. Null: the reader cancelled.
 */
export async function startJob(
  operation: JobAction,
  targets: readonly BulkTarget[],
  packages: readonly string[],
): Promise<Schemas['Job'] | null> {
  try {
    return await createJob(operation, targets, packages);
  } catch (error) {
    const refused = refusedIds(error);
    const others = targets.filter(({ id }) => !refused.has(id));
    if (others.length === 0 || others.length === targets.length) throw error;
    const isSure = await confirmAction({
      title: `Continue with ${plural(others.length, 'host')}?`,
      text: `The manager refuses ${whatOf(targets.filter(({ id }) => refused.has(id)).map(({ name }) => name))}: ${(error as Error).message} Nothing has started yet.`,
      items: others.map(({ name }) => name),
      action: 'Continue without these',
      tone: 'primary',
    });
    return isSure ? createJob(operation, others, packages) : null;
  }
}

function refusedIds(error: unknown): ReadonlySet<unknown> {
  if (!(error instanceof ApiError)) return new Set();
  const isAboutHosts = error.code === 'HOST_NOT_FOUND' || error.code === 'DUPLICATE_IDENTITY';
  const ids = isAboutHosts ? error.details['host_ids'] : null;
  return new Set(Array.isArray(ids) ? (ids as unknown[]) : []);
}

function createJob(
  operation: JobAction,
  targets: readonly BulkTarget[],
  packages: readonly string[],
): Promise<Schemas['Job']> {
  const body = {
    operation,
    target: { host_ids: targets.map(({ id }) => id) },
    ...(packages.length > 0 ? { packages: packages.map((name) => ({ name })) } : {}),
  };
  return startOnce(['/jobs', body], (header) => must(api.POST('/api/v1/jobs', { params: { header }, body })));
}
