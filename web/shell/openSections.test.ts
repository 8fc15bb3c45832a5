import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { TextStore } from '../core/browserStore.ts';
import { SECTIONS } from '../core/page.ts';
import { OpenSections } from './openSections.ts';

function storeOf(kept: Record<string, string> = {}): TextStore & { kept: Map<string, string> } {
  const map = new Map(Object.entries(kept));
  return {
    kept: map,
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, value) => void map.set(name, value),
    removeItem: (name) => void map.delete(name),
  };
}

const openOf = (sections: OpenSections): string[] => SECTIONS.filter((section) => sections.isOpen(section));

test('who comes for the first time sees the section of the page, and the others by their headings', () => {
  const sections = new OpenSections(storeOf());
  assert.equal(openOf(sections), ['fleet']);
  sections.arrive('evidence');
  assert.equal(openOf(sections), ['evidence']);
});

test('a page of no section leaves all as it was', () => {
  const sections = new OpenSections(storeOf());
  sections.arrive('work');
  sections.arrive(null);
  assert.equal(openOf(sections), ['work']);
});

test('what a person opened stays open on other pages and after a reload, until it is folded', () => {
  const store = storeOf();
  const sections = new OpenSections(store);
  sections.toggle('settings');
  sections.toggle('work');
  sections.arrive('evidence');
  assert.equal(openOf(sections), ['work', 'evidence', 'settings']);
  const later = new OpenSections(store);
  assert.equal(openOf(later), ['fleet', 'work', 'settings']);
  later.toggle('work');
  later.toggle('settings');
  assert.equal(openOf(later), ['fleet']);
  assert.is(store.kept.size, 0, 'nothing is kept where nothing was chosen');
});

test('the section of the page can be folded too, and opens again with the next page of another section', () => {
  const store = storeOf();
  const sections = new OpenSections(store);
  sections.toggle('fleet');
  assert.equal(openOf(sections), []);
  sections.arrive('fleet');
  assert.equal(openOf(sections), [], 'another page of the same section');
  sections.arrive('work');
  assert.equal(openOf(sections), ['work'], 'the folded one was not opened by hand');
  sections.arrive('fleet');
  assert.equal(openOf(sections), ['fleet']);
});

test('a section that was opened by hand and then folded on its own page is folded elsewhere', () => {
  const sections = new OpenSections(storeOf());
  sections.toggle('work');
  sections.arrive('work');
  assert.equal(openOf(sections), ['work']);
  sections.toggle('work');
  sections.arrive('fleet');
  assert.equal(openOf(sections), ['fleet']);
});

test('what somebody else wrote into the store does no harm', () => {
  for (const text of ['no JSON', '7', '{"fleet":true}', '["hosts", 7, "evidence"]']) {
    const sections = new OpenSections(storeOf({ 'fleetmend.openSections': text }));
    const wanted = text.includes('evidence') ? ['fleet', 'evidence'] : ['fleet'];
    assert.equal(openOf(sections), wanted, text);
  }
});

test.run();
