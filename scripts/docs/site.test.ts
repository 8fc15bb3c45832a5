// The documentation as it is built: what its pages need, where they lead, what the search knows, and its size.
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { webBuild } from '../buildWeb.mjs';
import { readSite } from './pages.ts';
import { headingsOf, render } from './render.ts';
import { buildSite, type Found } from './site.ts';

const root = path.resolve(import.meta.dirname, '../..');
const MOST_BYTES = 2_000_000;

const test = suite<{ dist: string; pages: ReadonlyMap<string, string> }>('the built documentation');

test.before(async (world) => {
  world.dist = mkdtempSync(path.join(tmpdir(), 'docs-'));
  await buildSite(root, world.dist);
  world.pages = new Map(
    globSync('**/*.html', { cwd: world.dist }).map((name) => [
      `/docs/${name.replace(/(?:^|\/)index\.html$|\.html$/, '')}`.replace(/\/$/, ''),
      readFileSync(path.join(world.dist, name), 'utf8'),
    ]),
  );
});

test.after(({ dist }) => rmSync(dist, { recursive: true, force: true }));

test('no page has script or style of its own, or wants anything from elsewhere', ({ pages }) => {
  assert.ok(pages.size > 80, `${pages.size} pages`);
  for (const [url, html] of pages) {
    assert.not.match(html, /<script(?![^>]* src="\/)|<style|\sstyle=|\son[a-z]+=|javascript:/, url);
    assert.not.match(html, /<(?:script|link|img)[^>]* (?:src|href)="(?!\/)/, url);
    assert.match(html, /^<!doctype html>\n<html lang="en">/);
    assert.match(html, '<h1', url);
  }
});

test('each link leads to a page, a heading or a file that is there', ({ dist, pages }) => {
  const ids = (url: string): Set<string> =>
    new Set([...(pages.get(url) ?? '').matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
  for (const [url, html] of pages)
    for (const [, target = ''] of html.matchAll(/ (?:href|src|data-words)="([/#][^"]*)"/g)) {
      const [to = '', anchor] = target.startsWith('#') ? [url, target.slice(1)] : target.split('#');
      if (!to.startsWith('/docs')) continue;
      const isThere = pages.has(to) || statSync(path.join(dist, to.slice('/docs'.length))).isFile();
      assert.ok(isThere, `${url}: ${target}`);
      if (anchor !== undefined) assert.ok(ids(to).has(anchor), `${url}: ${target}`);
    }
});

test('each page that is not a decision is in the navigation, and says where one is', ({ pages }) => {
  const { chapters } = readSite(root);
  const named = chapters.flatMap(({ entries }) => entries.map(({ page }) => page.url));
  assert.ok(named.length > 40, `${named.length} pages`);
  assert.is(new Set(named).size, named.length, 'no page is named twice');
  for (const url of named) {
    const html = pages.get(url) ?? '';
    assert.match(html, `<a href="${url}" aria-current="page">`);
    for (const other of named) assert.ok(html.includes(`<a href="${other}"`), `${url} names ${other}`);
  }
});

test('the search knows every heading, with an address', ({ dist, pages }) => {
  const [name = ''] = globSync('assets/words-*.json', { cwd: dist });
  const places = JSON.parse(readFileSync(path.join(dist, name), 'utf8')) as Found[];
  const urls = new Set(places.map(([url]) => url));
  const missing = [...pages].filter(([url]) => !urls.has(url)).map(([url]) => url);
  assert.ok(
    missing.every((url) => /^\/docs\/(?:404|[a-z-]+)$/.test(url)),
    missing.join(', '),
  );
  const locked = places.find(([url]) => url === '/docs/run/locked-out');
  assert.match(locked?.[3] ?? '', 'user reset-password admin');
});

test('a link that leads nowhere, a heading that is not there and HTML are faults', () => {
  const site = readSite(root);
  const headings = new Map([...site.pages.values()].map((page) => [page.file, headingsOf(page)]));
  const text = [
    '# A <b>',
    '[page](../README.md#run) [gone](gone.md) [none](../README.md#none) [source](../../package.json)',
    '<div onclick="x()">raw</div>',
    '```sh\necho "<script>"\n```',
    '| a |\n| --- |\n| `<i>` |',
  ].join('\n\n');
  const page = { file: 'docs/run/new.md', url: '/docs/run/new', title: 'New', text };
  const { html, faults, sections } = render(page, { root, site, headings });
  assert.equal(faults, [
    'docs/run/new.md: HTML in Markdown: <b>',
    'docs/run/new.md: gone.md does not exist',
    'docs/run/new.md: ../README.md#none names no heading',
    'docs/run/new.md: HTML in Markdown: <div onclick="x()">raw</div>',
  ]);
  assert.match(html, '<a href="/docs#run">page</a> gone');
  assert.match(html, 'source</p>', 'a file of the checkout is named and leads nowhere');
  assert.not.match(html, /<script|<div onclick|<i>/);
  assert.match(sections[0]?.words ?? '', /echo/);
});

test('what is served is at most 2 MB', () => {
  assert.is(webBuild(), 'current', 'run `npm run build:web` first');
  const files = globSync('web/dist-docs/**/*', { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size,
    0,
  );
  assert.ok(files.length > 80);
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
});

test.run();
