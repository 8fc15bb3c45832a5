import type { Chapter, Entry, Site } from './pages.ts';
import { escape, type Section } from './render.ts';

/** Addresses of what every page loads. */
export interface Assets {
  script: string;
  style: string;
  /** What is searched, loaded when somebody begins to. */
  words: string;
}

export interface Framed {
  /** Null: a page that the navigation does not name. */
  url: string | null;
  title: string;
  html: string;
  sections: readonly Section[];
}

/** A whole page: frame, navigation, text, what is on the page, and the way to the pages before and after. */
export function frame(site: Site, assets: Assets, { url, title, html, sections }: Framed): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${escape(title)} · Fleetmend</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${assets.style}" />
    <script src="/theme.js"></script>
    <script type="module" src="${assets.script}" data-words="${assets.words}"></script>
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <header>
      <a class="home" href="/docs">Fleetmend <span>documentation</span></a>
      <search hidden>
        <form>
          <label for="search">Search the documentation</label>
          <input id="search" type="search" name="q" autocomplete="off" placeholder="Search" aria-keyshortcuts="/" aria-controls="found" />
        </form>
        <p id="count" role="status"></p>
        <ol id="found" hidden></ol>
      </search>
      <button class="menu" popovertarget="pages">All pages</button>
      <a class="console" href="/">Open Fleetmend</a>
    </header>
    <nav id="pages" popover aria-label="Pages">
      <button class="menu" popovertarget="pages" popovertargetaction="hide">Close</button>
${site.chapters.map((chapter) => chapterOf(chapter, url)).join('\n')}
    </nav>
    <main id="text" tabindex="-1">
${html}${neighboursOf(site, url)}    </main>
${contentsOf(sections)}  </body>
</html>
`;
}

function chapterOf({ title, entries }: Chapter, url: string | null): string {
  const links = entries.map((entry) => `<li>${linkTo(entry, entry.page.url === url)}</li>`);
  return `      <h2>${escape(title)}</h2>\n      <ul>${links.join('\n')}</ul>`;
}

const linkTo = ({ page: { url }, label }: Entry, isHere: boolean): string =>
  `<a href="${url}"${isHere ? ' aria-current="page"' : ''}>${escape(label)}</a>`;

function neighboursOf({ chapters }: Site, url: string | null): string {
  const pages = chapters.flatMap(({ entries }) => entries);
  const at = pages.findIndex(({ page }) => page.url === url);
  if (at === -1) return '';
  const [before, after] = [pages[at - 1], pages[at + 1]];
  const links = [
    before ? `<a rel="prev" href="${before.page.url}"><small>Before</small> ${escape(before.label)}</a>` : '',
    after ? `<a rel="next" href="${after.page.url}"><small>Next</small> ${escape(after.label)}</a>` : '',
  ];
  return `      <nav class="neighbours" aria-label="Before and after">${links.join('')}</nav>\n`;
}

/** What is on the page, where that is worth a list. */
function contentsOf(sections: readonly Section[]): string {
  const parts = sections.filter(({ depth }) => depth === 2);
  if (parts.length < 3) return '';
  const links = parts.map(({ anchor, heading }) => `<li><a href="#${anchor}">${escape(heading)}</a></li>`);
  return `    <nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${links.join('\n')}</ul></nav>\n`;
}

/** The page of a chapter: its pages, each with what it is about. */
export const chapterPage = ({ title, entries }: Chapter): string =>
  `<h1>${escape(title)}</h1>\n<ul>${entries
    .map((entry) => `<li>${linkTo(entry, false)}${entry.about === '' ? '' : `: ${escape(entry.about)}`}</li>`)
    .join('\n')}</ul>\n`;

/** What is said of an address that no page has. */
export const MISSING = `<h1>There is no such page</h1>
<p>The documentation has no page of this address. Search for what you need, or begin at the <a href="/docs">front page</a>.</p>
`;
