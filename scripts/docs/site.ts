import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build } from 'esbuild';
import { chapterPage, frame, MISSING, type Assets } from './frame.ts';
import { readSite, type Page, type Site } from './pages.ts';
import { headingsOf, render, type Rendered } from './render.ts';

/** One place that the search finds: address, title of the page, heading, words below it. */
export type Found = readonly [url: string, title: string, heading: string, words: string];

/** References of which only the headings are searched, since their text is code. */
const CODE = /^docs\/sdk\/(?:types|exports)\.md$/;

/**
 * Writes the documentation as a site into `outDir`: a file for each address below `/docs`, images, and in `assets/` what
 * never changes under its name. Throws with each link that leads nowhere.
 */
export async function buildSite(root: string, outDir: string): Promise<void> {
  const site = readSite(root);
  const headings = new Map([...site.pages.values()].map((page) => [page.file, headingsOf(page)]));
  const rendered = new Map(
    [...site.pages.values()].map((page) => [page, render(page, { root, site, headings })]),
  );
  const faults = [...rendered.values()].flatMap((one) => one.faults);
  if (faults.length > 0) throw new Error(`links of the documentation:\n${faults.join('\n')}`);

  const put = (name: string, data: string | Uint8Array): void => {
    const file = path.join(outDir, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, data);
  };
  const putAsset = (name: string, data: string | Uint8Array): string => {
    const hash = createHash('sha256').update(data).digest('hex').slice(0, 10);
    const hashed = `assets/${name.replace('.', `-${hash}.`)}`;
    put(hashed, data);
    return `/docs/${hashed}`;
  };
  const assets: Assets = {
    script: putAsset('site.js', await bundled(root, 'web/docs/site.ts')),
    style: putAsset('site.css', await bundled(root, 'web/docs/site.css')),
    words: putAsset('words.json', JSON.stringify(foundIn(site, rendered))),
  };
  for (const [{ url, title }, { html, sections }] of rendered)
    put(fileAt(url), frame(site, assets, { url, title, html, sections }));
  for (const { url, title, html } of otherPages(site))
    put(fileAt(url), frame(site, assets, { url: null, title, html, sections: [] }));
  cpSync(path.join(root, 'docs/images'), path.join(outDir, 'images'), { recursive: true });
}

const fileAt = (url: string): string =>
  url === '/docs' ? 'index.html' : `${url.slice('/docs/'.length)}.html`;

/** Pages that are made of the navigation: one for each chapter, and the one for addresses that nothing has. */
function otherPages(site: Site): { url: string; title: string; html: string }[] {
  const chapters = site.chapters.map((chapter) => ({
    url: `/docs/${chapter.title.toLowerCase().replaceAll(' ', '-')}`,
    title: chapter.title,
    html: chapterPage(chapter),
  }));
  return [...chapters, { url: '/docs/404', title: 'There is no such page', html: MISSING }];
}

/** With the first place of a page its title, what the front page says of it is found, too. */
function foundIn({ chapters }: Site, rendered: ReadonlyMap<Page, Rendered>): Found[] {
  const entries = chapters.flatMap((chapter) => chapter.entries);
  const about = new Map(entries.map((entry) => [entry.page, entry.about]));
  return [...rendered].flatMap(([page, { sections }]) =>
    sections.map(({ anchor, heading, words }, at): Found => {
      const { file, url, title } = page;
      const text = CODE.test(file) ? '' : words;
      const address = at === 0 ? url : `${url}#${anchor}`;
      return at === 0
        ? [address, title, '', `${about.get(page) ?? ''} ${text}`.trim()]
        : [address, title, heading, text];
    }),
  );
}

/** A script or a style sheet with all that it imports, in one. */
async function bundled(root: string, entry: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['chrome123', 'firefox128', 'safari17.5'],
    legalComments: 'none',
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`${entry} was not built`);
  return file.contents;
}

/** The package whose code is in the site's script, as the list of licences names it. */
export function searchLicence(root: string): {
  name: string;
  version: string;
  identifier: string;
  text: string;
} {
  const read = (name: string): string =>
    readFileSync(path.join(root, 'node_modules/minisearch', name), 'utf8');
  const { name, version, license } = JSON.parse(read('package.json')) as Record<
    'name' | 'version' | 'license',
    string
  >;
  return { name, version, identifier: license, text: read('LICENSE.txt') };
}
