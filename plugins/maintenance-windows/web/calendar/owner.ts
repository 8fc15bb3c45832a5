import { html } from 'lit';
import { safeName } from '#web/core/safeText.ts';
import type { Group } from '#web/domain/group/read.ts';
import type { Entry } from './draft.ts';
import { ownerOf } from './read.ts';

/** For whom a window or a freeze is: “For the group Web servers”, with a link. `host`: its host, if the name is known. */
export function ownerText(
  entry: Entry,
  groups: readonly Group[],
  host: { id: string; name: string } | null = null,
): unknown {
  const { hostId, groupId } = ownerOf(entry);
  if (hostId !== null) {
    const name = host?.id === hostId ? `the host ${safeName(host.name)}` : 'one host';
    return html`For <a href="/hosts/${hostId}">${name}</a>`;
  }
  if (groupId === null) return 'For the whole fleet';
  const group = groups.find(({ id }) => id === groupId);
  return html`For the group <a href="/groups/${groupId}">${group ? safeName(group.name) : 'of its own'}</a>`;
}
