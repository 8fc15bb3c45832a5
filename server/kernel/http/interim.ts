/** Of one call: servers seldom send any, a proxy a few (RFC 9110, 15.2). */
const MAX_INTERIM = 20;

/** Whether these are too many interim answers (1xx) of one call: each puts off the time limit for the head of the answer. */
export const isFlood = (interim: number): boolean => interim > MAX_INTERIM;
