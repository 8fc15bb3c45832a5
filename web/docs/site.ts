import MiniSearch from 'minisearch';

// The pages of the documentation are complete without this script; it adds the search and the buttons that copy.

type Found = readonly [url: string, title: string, heading: string, words: string];

const MOST_SHOWN = 12;
/** Characters of the text that are shown of what was found. */
const EXCERPT = 160;

const script = document.querySelector<HTMLScriptElement>('script[data-words]');
const search = document.querySelector<HTMLElement>('search');
const field = document.querySelector<HTMLInputElement>('#search');
const list = document.querySelector<HTMLOListElement>('#found');
const count = document.querySelector<HTMLElement>('#count');

interface Index {
  places: readonly Found[];
  engine: MiniSearch<{ id: number; title: string; heading: string; words: string }>;
}

let index: Promise<Index> | null = null;

/** Reads what is searched once; again at the next try if that fails. */
function loaded(): Promise<Index> {
  index ??= load().catch((error: unknown) => {
    index = null;
    throw error;
  });
  return index;
}

async function load(): Promise<Index> {
  const response = await fetch(script?.dataset['words'] ?? '');
  if (!response.ok) throw new Error(`answer ${response.status}`);
  const places = (await response.json()) as Found[];
  const engine = new MiniSearch<{ id: number; title: string; heading: string; words: string }>({
    fields: ['title', 'heading', 'words'],
    tokenize: wordsOf,
    searchOptions: { tokenize: wordsOf, boost: { title: 3, heading: 4 }, prefix: true },
  });
  engine.addAll(places.map(([, title, heading, words], id) => ({ id, title, heading, words })));
  return { places, engine };
}

/** Words as they stand, and the parts of codes: PLAN_CHANGED is found as a whole before what has both words. */
const wordsOf = (text: string): string[] =>
  text
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
    .filter((word) => word !== '');

/** What people do comes before what was decided, or changed, or is told to the authors of plugins. */
const weightOf = (url: string): number =>
  /^\/docs\/(?:decisions|sdk|changelog|benchmarks)/.test(url)
    ? 0.3
    : /^\/docs\/(?:run|install)\//.test(url)
      ? 1.3
      : 1;

/** Places that have all words; if there is none, those that have any, or words that differ by a letter or two. */
function placesFor(text: string, { places, engine }: Index): { place: Found; terms: string[] }[] {
  const boostDocument = (id: unknown): number => weightOf(places[Number(id)]?.[0] ?? '');
  const all = engine.search(text, { combineWith: 'AND', boostDocument });
  const results = all.length > 0 ? all : engine.search(text, { fuzzy: 0.2, boostDocument });
  return results.slice(0, MOST_SHOWN).flatMap(({ id, terms }) => {
    const place = places[Number(id)];
    return place ? [{ place, terms }] : [];
  });
}

/** The part of the text around the first word that was found. */
function excerptOf(words: string, terms: readonly string[]): string {
  const lower = words.toLowerCase();
  const at = Math.min(
    ...terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0),
    words.length,
  );
  const from =
    at === words.length ? 0 : Math.max(0, lower.lastIndexOf(' ', Math.max(0, at - EXCERPT / 3)) + 1);
  const cut = words.slice(from, from + EXCERPT);
  return `${from > 0 ? '… ' : ''}${cut}${from + EXCERPT < words.length ? ' …' : ''}`;
}

function itemFor({
  place: [url, title, heading, words],
  terms,
}: {
  place: Found;
  terms: string[];
}): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  const name = document.createElement('strong');
  name.textContent = heading === '' ? title : heading;
  link.append(name);
  if (heading !== '') {
    const of = document.createElement('small');
    of.textContent = title;
    link.append(' ', of);
  }
  const excerpt = document.createElement('span');
  excerpt.textContent = excerptOf(words, terms);
  link.append(excerpt);
  item.append(link);
  return item;
}

/** The last question, so that a late answer to an earlier one is not shown. */
let asked = '';

async function find(text: string): Promise<void> {
  if (!list || !count) return;
  asked = text;
  if (text.trim() === '') {
    list.hidden = true;
    count.textContent = '';
    return;
  }
  try {
    const found = placesFor(text, await loaded());
    if (asked !== text) return;
    list.replaceChildren(...found.map(itemFor));
    list.hidden = found.length === 0;
    count.textContent = found.length === 0 ? `Nothing found for “${text}”.` : `${found.length} places`;
  } catch (error) {
    list.hidden = true;
    count.textContent = `The search could not be loaded (${(error as Error).message}). Try again.`;
  }
}

const links = (): HTMLAnchorElement[] => [...(list?.querySelectorAll('a') ?? [])];

/** Arrows go through what was found; Escape leaves it. */
function onKey(event: KeyboardEvent): void {
  if (event.key === 'Escape') {
    if (field) field.value = '';
    void find('');
    field?.focus();
  }
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const all = links();
  const at = all.indexOf(document.activeElement as HTMLAnchorElement);
  const next = at + (event.key === 'ArrowDown' ? 1 : -1);
  if (next < -1 || next >= all.length) return;
  event.preventDefault();
  if (next === -1) field?.focus();
  else all[next]?.focus();
}

function startSearch(): void {
  if (!search || !field) return;
  search.hidden = false;
  field.addEventListener('focus', () => void loaded().catch(() => undefined));
  field.addEventListener('input', () => void find(field.value));
  search.addEventListener('keydown', onKey);
  field.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    void find(field.value).then(() => links()[0]?.click());
  });
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });
  // A click beside what was found closes it, as it would a menu.
  document.addEventListener('click', ({ target }) => {
    if (list && target instanceof Node && !search.contains(target)) list.hidden = true;
  });
  field.addEventListener('focus', () => {
    if (list && list.childElementCount > 0 && field.value.trim() !== '') list.hidden = false;
  });
}

/** A button on each block of commands; without a clipboard (plain HTTP) there is none. */
function startCopying(): void {
  if (!('clipboard' in navigator)) return;
  for (const block of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.textContent = 'Copy';
    button.className = 'copy';
    button.addEventListener('click', () => {
      const text = block.querySelector('code')?.textContent ?? '';
      navigator.clipboard.writeText(text).then(
        () => (button.textContent = 'Copied'),
        () => (button.textContent = 'Not copied'),
      );
    });
    const box = document.createElement('div');
    box.className = 'block';
    block.replaceWith(box);
    box.append(block, button);
  }
}

startSearch();
startCopying();
