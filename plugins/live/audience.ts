import type { HostScope } from '#sdk';

/** Callers that see the same hosts: events are filtered once for all of them. */
export class Audience {
  readonly scope: HostScope;
  /** Equal for equal scopes. */
  readonly key: string;

  constructor(scope: HostScope) {
    this.scope = scope;
    this.key = JSON.stringify(scope);
  }
}
