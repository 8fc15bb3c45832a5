import type { components } from '../../generated/manager.ts';
import type {} from '#sdk';

declare module '#sdk' {
  interface Events {
    /** A host asks to join; `request` as administrators' lists show it. */
    'enrollment.requestCreated': { request: components['schemas']['EnrollmentRequest'] };
    /** The agent has had its certificate for a moment, and the host is due: the poller must sweep now. */
    'enrollment.certificateFetched': { hostId: string };
  }
}
