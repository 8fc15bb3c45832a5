import type { Offer } from '../../rpm/rpmDriver.ts';
import { query } from '../../rpm/rpmContext.ts';
import { queryError } from '../../shared/context.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { rpmKey } from '../../rpm/read/inventory.ts';
import { formatEvr } from '#server/shared/versions/rpm.ts';
import type { DnfTool } from '../tool.ts';
import { clearingOptions } from './excludes.ts';
import { dnf } from '../tool.ts';

/** A real tab and line end: dnf5 takes `\t` literally and adds no line end; dnf 4 adds one more, which is skipped. */
function formatOf(fields: readonly string[]): string {
  return `${fields.map((field) => `%{${field}}`).join('\t')}\n`;
}

function fieldsOf({ generation }: DnfTool): string[] {
  const repository = generation === 4 ? 'reponame' : 'repoid';
  return ['name', 'arch', 'epoch', 'version', 'release', repository, 'downloadsize', 'installsize'];
}

/** Parses the lines of {@link queryOffers}. */
export function parseOffers(output: string): Offer[] {
  return output.split('\n').flatMap((line): Offer[] => {
    const [name, arch, epoch, version, release, repository, downloaded, installed] = line.split('\t');
    if (!name || !arch || epoch === undefined || !version || !release || !repository) return [];
    if (arch === 'src' || arch === 'nosrc') return [];
    return [
      {
        name,
        arch,
        version: formatEvr({ epoch, version, release }),
        repository,
        downloadSizeBytes: Number(downloaded ?? 0) || 0,
        installedSizeBytes: Number(installed ?? 0) || 0,
      },
    ];
  });
}

/** All versions that `repoquery` finds with these options; `whole` is false when dnf reported an error. */
export async function queryOffers(
  context: RpmContext,
  tool: DnfTool,
  more: readonly string[],
  signal?: AbortSignal,
): Promise<{ offers: Offer[]; whole: boolean }> {
  const options = await tool.readOptions(context);
  const argv = [dnf, '-q', ...options, 'repoquery', '--qf', formatOf(fieldsOf(tool)), ...more];
  const answer = await query(context, argv, signal);
  const offers = parseOffers(answer.stdout);
  const whole = answer.exitCode === 0;
  return offers.length > 0 || isAnswered(answer) ? { offers, whole } : refuse('repoquery', answer);
}

type Answer = Awaited<ReturnType<typeof query>>;

/** No metadata at all means that nothing is on offer. */
const isAnswered = ({ exitCode, stderr }: Answer): boolean =>
  exitCode === 0 || /Cache-only enabled but no cache|no cache for/i.test(stderr);

function refuse(verb: string, answer: Answer): never {
  throw queryError(`dnf ${verb}`, answer);
}

/** What dnf prints for a question; throws when it fails, for an empty answer would look like one. */
export async function askDnf(
  context: RpmContext,
  options: readonly string[],
  [verb = '', ...args]: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const answer = await query(context, [dnf, '-q', ...options, verb, ...args], signal);
  return isAnswered(answer) ? answer.stdout : refuse(verb, answer);
}

interface InstalledFacts {
  reason: string;
  repository: string;
}

/** Why each installed package is there and where it came from, from dnf's history, by rpmKey. */
export async function readInstalledFacts(
  context: RpmContext,
  tool: DnfTool,
  signal?: AbortSignal,
): Promise<Map<string, InstalledFacts>> {
  const options = [...(await tool.readOptions(context)), ...(await clearingOptions())];
  const format = formatOf(['name', 'arch', 'reason', 'from_repo']);
  const asked = ['repoquery', '--installed', '--qf', format];
  const lines = (await askDnf(context, options, asked, signal)).split('\n').map((line) => line.split('\t'));
  return new Map(
    lines.flatMap(([name, arch, reason, repository]) =>
      name && arch && reason !== undefined
        ? [[rpmKey({ name, arch }), { reason: reason.toLowerCase(), repository: repository ?? '' }] as const]
        : [],
    ),
  );
}
