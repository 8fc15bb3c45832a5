/** Calls that come in, and calls to the outside. */
export { errorAnswer, wantsPage } from '../server/kernel/http/errors.ts';
export { MASK } from '../server/kernel/http/maskUrl.ts';
export { callerResolver, crowdKey, limitKey } from '../server/kernel/http/network.ts';
export { requireCallable } from '../server/kernel/http/outbound.ts';
export type {
  Outbound,
  OutboundAnswer,
  OutboundRequest,
  OutboundResult,
} from '../server/kernel/http/outbound.ts';
export { urlOfRequest } from '../server/shared/wire/requestTarget.ts';
