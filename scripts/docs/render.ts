import { Marked, type Token, type Tokens } from 'marked';
import { anchors, fileOf, isSource, plain, type Page, type Site } from './pages.ts';

/** A heading with the words below it, up to the next one: what the search finds. */
export interface Section {
  anchor: string;
  heading: string;
  depth: number;
  words: string;
}

export interface Rendered {
  html: string;
  sections: readonly Section[];
  /** Links that lead nowhere: a file that is not there, or a heading that the page does not have. */
  faults: readonly string[];
}

export interface Surroundings {
  root: string;
  site: Site;
  /** The names of the headings of each page, by its file. */
  headings: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The names of all headings of a page. */
export function headingsOf({ text }: Page): Set<string> {
  const name = anchors();
  const names = new Marked()
    .lexer(text)
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map((token) => name(token.text));
  return new Set(names);
}

/** The page as HTML without script or style of its own; links to other pages lead to their addresses on the site. */
export function render(page: Page, { root, site, headings }: Surroundings): Rendered {
  const faults: string[] = [];
  const name = anchors();

  function hrefOf(target: string): string | null {
    if (/^https?:/.test(target)) return target;
    const { file, anchor } = fileOf(page.file, target);
    const to = site.pages.get(file);
    if (!to) {
      if (/^docs\/images\//.test(file)) return `/${file}`;
      if (!isSource(root, file)) faults.push(`${page.file}: ${target} does not exist`);
      return null;
    }
    if (anchor !== null && !headings.get(file)?.has(anchor))
      faults.push(`${page.file}: ${target} names no heading`);
    return `${to.url}${anchor === null ? '' : `#${anchor}`}`;
  }

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = name(text);
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        const label = escape(`Link to “${plain(text)}”`);
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = hrefOf(href);
        return to === null ? inner : `<a href="${escape(to)}">${inner}</a>`;
      },
      image({ href, text }) {
        const light = escape(hrefOf(href) ?? href);
        const image = `<img src="${light}" alt="${escape(text)}" loading="lazy" />`;
        if (!light.endsWith('-light.png')) return image;
        const dark = light.replace(/-light\.png$/, '-dark.png');
        return `<picture><source media="(prefers-color-scheme: dark)" srcset="${dark}" />${image}</picture>`;
      },
      code({ text, lang = '' }) {
        if (lang === 'mermaid') return transitionsOf(text);
        const [language = ''] = lang.split(' ');
        const label = language === 'sh' ? 'Commands' : 'Text';
        return `<pre tabindex="0" role="group" aria-label="${label}"><code>${escape(text)}</code></pre>\n`;
      },
      table({ header, rows }) {
        const cell = (tag: string, { tokens }: Tokens.TableCell): string => {
          const inner = this.parser.parseInline(tokens);
          return `<${tag}>${inner}</${tag}>`;
        };
        const row = (tag: string, cells: Tokens.TableCell[]): string =>
          `<tr>${cells.map((one) => cell(tag, one)).join('')}</tr>`;
        return tableOf(
          row('th', header),
          rows.map((cells) => row('td', cells)),
        );
      },
      html({ text }) {
        if (!/^\s*<!--[^]*-->\s*$/.test(text)) faults.push(`${page.file}: HTML in Markdown: ${text}`);
        return '';
      },
    },
  });
  const tokens = marked.lexer(page.text);
  return { html: marked.parser(tokens), sections: sectionsOf(tokens), faults };
}

/** A wide table scrolls within itself, with the keyboard, too. */
const tableOf = (head: string, rows: readonly string[]): string =>
  `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${head}</thead><tbody>${rows.join('\n')}</tbody></table></div>\n`;

/** A diagram of states as a table: which state follows which. */
function transitionsOf(diagram: string): string {
  const next = new Map<string, string[]>();
  for (const [, from = '', to = ''] of diagram.matchAll(/^\s*(\S+) --> (\S+)/gm))
    next.set(from, [...(next.get(from) ?? []), to]);
  const name = (state: string, mark: string): string =>
    state === '[*]' ? mark : `<code>${escape(state)}</code>`;
  return tableOf(
    '<tr><th>state</th><th>may be followed by</th></tr>',
    [...next].map(
      ([from, tos]) =>
        `<tr><td>${name(from, 'begins as')}</td><td>${tos.map((to) => name(to, 'nothing: it is final')).join(', ')}</td></tr>`,
    ),
  );
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const name = anchors();
  const sections: Section[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { text, depth } = token as Tokens.Heading;
      sections.push({ anchor: name(text), heading: plain(text), depth, words: '' });
    } else if (token.type !== 'space' && token.type !== 'html') {
      const last = sections.at(-1);
      if (last) last.words = `${last.words} ${wordsOf(token.raw)}`.trim();
    }
  }
  return sections;
}

/** The words of a piece of Markdown, on one line. */
const wordsOf = (raw: string): string =>
  plain(raw.replaceAll(/^ *```.*$/gm, ' '))
    .replaceAll(/\|[ :|-]*-[ :|-]*\|/g, ' ')
    .replaceAll('|', ' ')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
