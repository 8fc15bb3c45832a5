import { actors, auditLog, definePlugin, http, newId, reply, validationError, waitError } from '#sdk';
import './api.ts';
import { traceIdOf, traceparentOf, spanIdOf } from './domain/spans.ts';
import { deliverTrace, MOST_ATTEMPTS, OUTCOMES, type CountTrace } from './service/deliver.ts';
import { sendSpans } from './service/send.ts';
import { callOf, OWN_COLLECTOR, readTraces, tracesSection } from './settings.ts';

/** The limit for one person: a test calls somebody else's service. */
const TESTS = { max: 20, windowSecs: 600 };
/** Calls of the web client wait 30 s. */
const TEST_TIMEOUT_MS = 20_000;
/** A job of 10,000 hosts is some eighty calls. */
const DELIVERY_TIMEOUT_MS = 300_000;

/** OpenTelemetry traces: one for each job, sent to a collector when the job has ended. */
export const tracesPlugin = definePlugin({
  name: 'traces',
  requires: ['patching'],
  settings: [tracesSection],
  setup(ctx) {
    const counter = ctx.metrics.counter('traces_total', {
      help: 'Traces of jobs, by what became of an attempt to send one.',
      labels: { outcome: OUTCOMES },
    });
    const count: CountTrace = (outcome) => counter({ outcome });
    const ifOn = async (name: () => string): Promise<string | null> =>
      (await readTraces(ctx)).enabled ? name() : null;
    ctx.core.patching.traceBy({
      traceIdOf: (jobId) => ifOn(() => traceIdOf(jobId)),
      traceparentOf: (attempt) => ifOn(() => traceparentOf(attempt)),
    });
    ctx.outbox.deliver({
      'traces.jobTrace': {
        deliver: (message, signal) => deliverTrace(ctx, count, message, signal),
        concurrency: 1,
        maxAttempts: MOST_ATTEMPTS,
        timeoutMs: DELIVERY_TIMEOUT_MS,
      },
    });
    ctx.settings.beforeUpdate(tracesSection, async ({ before, after, by }) => {
      if (after.endpoint === before.endpoint) return;
      // Whoever gets the traces reads the names of all hosts, and what becomes of them.
      actors.requireFresh(by.actor, ctx.clock.now());
      if (after.endpoint === '') return;
      const failure = await ctx.outbound.judge(callOf(after.endpoint));
      if (failure === null) return;
      const isOwn = failure.refusal === 'LOOPBACK' || failure.refusal === 'OWN_ADDRESS';
      const message = isOwn ? OWN_COLLECTOR : failure.message;
      throw validationError([{ path: '/body/traces/endpoint', message }]);
    });
    return {
      routes: {
        async testTraces({ actor, address }) {
          const waitSecs = await ctx.limits.hit(`traces-test:${actor.id ?? http.limitKey(address)}`, TESTS);
          if (waitSecs !== null) throw waitError('RATE_LIMITED', waitSecs);
          const settings = await readTraces(ctx);
          if (settings.endpoint === '')
            return reply(200, {
              success: false,
              message: 'The address of the collector is not set.',
              trace_id: null,
            });
          const traceId = traceIdOf(newId());
          const now = ctx.clock.now();
          const span = {
            name: 'test',
            id: spanIdOf('test', traceId),
            parentId: null,
            from: now,
            to: now,
            hasFailed: false,
            attributes: {},
          };
          const signal = AbortSignal.timeout(TEST_TIMEOUT_MS);
          const { kind, message } = await sendSpans(ctx, { settings, traceId, spans: [span], signal });
          const success = kind === 'taken';
          await auditLog.recordTrial(
            ctx,
            { actor, address },
            {
              action: 'settings.tested',
              success,
              resource: { kind: 'settings', id: 'traces', name: 'traces' },
            },
          );
          return reply(200, { success, message: message.slice(0, 1_000), trace_id: traceId });
        },
      },
      steps: {
        'patching.jobEnded': async (tx, { jobId }) => {
          if (!(await ctx.settings.getIn(tx, tracesSection)).enabled) return;
          await ctx.outbox.write(tx, 'traces.jobTrace', { key: jobId, payload: { jobId } });
        },
      },
    };
  },
});
