import { definePlugin, reply } from '#sdk';
import { createListener } from './listener.ts';

/** Figures for Prometheus: over the API, and on a listener of their own if the configuration names a port. */
export const metricsPlugin = definePlugin({
  name: 'metrics',
  setup(ctx) {
    const listener = createListener(ctx);
    return {
      routes: {
        async getMetrics() {
          const { contentType, text } = await ctx.metrics.text();
          return reply(200, { contentType, data: Buffer.from(text) });
        },
      },
      started: () => listener.start(),
      stop: () => listener.stop(),
    };
  },
});
