import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Lexer, type Tokens } from 'marked';

/** A page of the site: a Markdown file of the checkout and the address below which it is served. */
export interface Page {
  /** Path in the checkout, such as `docs/run/backups.md`. */
  file: string;
  /** Such as `/docs/run/backups`. */
  url: string;
  title: string;
  text: string;
}

/** A part of the navigation: a heading of the front page and the pages named below it. */
export interface Chapter {
  title: string;
  entries: readonly Entry[];
}

export interface Entry {
  page: Page;
  /** What the front page calls it. */
  label: string;
  about: string;
}

export interface Site {
  front: Page;
  chapters: readonly Chapter[];
  /** All pages, also those that no navigation names, by the path of their file. */
  pages: ReadonlyMap<string, Page>;
}

export const FRONT = 'docs/README.md';
const DECISIONS = 'docs/decisions';

/** Pages that lie elsewhere in the checkout because people look for them there. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'ARCHITECTURE.md': '/docs/understand/architecture',
  'CHANGELOG.md': '/docs/changelog',
  'web/README.md': '/docs/extend/web-ui',
};

/** What is about the project's own work, and leads nowhere in an installed manager. */
const NOT_SERVED = ['docs/test-runs.md', 'docs/mutation.md'];

/** Reads all pages of the site below `root`. Throws if the front page does not name one of them, or names one twice. */
export function readSite(root: string): Site {
  const files = [...globSync('docs/**/*.md', { cwd: root }), ...Object.keys(ELSEWHERE)]
    .filter((file) => !NOT_SERVED.includes(file))
    .sort();
  const pages = new Map(files.map((file) => [file, readPage(root, file)]));
  pages.set(`${DECISIONS}/README.md`, decisionsOf([...pages.values()]));
  const front = pages.get(FRONT);
  if (!front) throw new Error(`${FRONT} is not there`);
  const chapters = chaptersOf(front, pages);
  const named = chapters.flatMap(({ entries }) => entries.map(({ page }) => page.file));
  const left = [...pages.keys()].filter(
    (file) => file !== FRONT && !named.includes(file) && !file.startsWith(`${DECISIONS}/`),
  );
  if (left.length > 0) throw new Error(`${FRONT} does not name ${left.join(', ')}`);
  return { front, chapters, pages };
}

function readPage(root: string, file: string): Page {
  const text = readFileSync(path.join(root, file), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`${file} has no title`);
  return { file, url: urlOf(file), title: plain(title), text };
}

const urlOf = (file: string): string =>
  ELSEWHERE[file] ?? `/${file.replace(/\.md$/, '').replace(/\/README$/, '')}`;

/** The list of decisions, in their order. */
function decisionsOf(pages: readonly Page[]): Page {
  const lines = pages
    .filter(({ file }) => file.startsWith(`${DECISIONS}/`))
    .map(({ file, title }) => `- [${title.replace(/^\d+[.:]? /, '')}](${path.basename(file)})`);
  return {
    file: `${DECISIONS}/README.md`,
    url: '/docs/decisions',
    title: 'Decisions',
    text: `# Decisions\n\nWhy we chose what is hard to undo.\n\n${lines.join('\n')}\n`,
  };
}

/** The headings of the front page, each with the links of its lists. */
function chaptersOf(front: Page, pages: ReadonlyMap<string, Page>): Chapter[] {
  const chapters: { title: string; entries: Entry[] }[] = [];
  for (const token of Lexer.lex(front.text)) {
    if (token.type === 'heading' && token['depth'] === 2)
      chapters.push({ title: plain((token as Tokens.Heading).text), entries: [] });
    if (token.type !== 'list') continue;
    for (const { raw } of (token as Tokens.List).items)
      for (const [, label = '', target = ''] of raw.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)) {
        const page = pages.get(fileOf(FRONT, target).file);
        const about = /\]\([^)]*\): ([^[\]]*)$/.exec(raw.trim())?.[1] ?? '';
        if (page) chapters.at(-1)?.entries.push({ page, label, about });
      }
  }
  return chapters;
}

/** What a relative link of a page leads to: a path in the checkout, and the name of a heading. */
export function fileOf(from: string, target: string): { file: string; anchor: string | null } {
  const [name = '', anchor = null] = target.split('#');
  if (name === '') return { file: from, anchor };
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(from), name)).replace(/\/$/, '');
  return { file: file === DECISIONS ? `${DECISIONS}/README.md` : file, anchor };
}

/** Whether this is a file or folder of the checkout that is no page: it is named, and leads nowhere. */
export const isSource = (root: string, file: string): boolean => existsSync(path.join(root, file));

/** The words of a heading without its marks. */
export const plain = (text: string): string =>
  text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]|(?<!\w)_|_(?!\w)/g, '');

/** Gives the headings of one page the names that GitHub gives them. */
export function anchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const name = plain(heading)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\-_ ]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
}
