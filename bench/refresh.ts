import { race, raceWorld } from '../server/core/identity/refreshRaces.testing.ts';
import type { Bench, Figure } from './bench.ts';

const ROUNDS = Number(process.env['BENCH_REFRESH_ROUNDS'] ?? 1_000);

export const refresh: Bench = {
  name: 'refresh',
  about: `${ROUNDS} rounds of 20 refreshes of one token at once; two managers on MariaDB where TEST_MARIADB_URL is set`,
  async run(say) {
    const figures: Figure[] = [];
    for (const kind of process.env['TEST_MARIADB_URL']
      ? (['sqlite', 'mariadb'] as const)
      : (['sqlite'] as const)) {
      say(kind);
      const world = await raceWorld(kind);
      const startedAtMs = performance.now();
      const { falseLogouts, busy, forks } = await race(world, ROUNDS).finally(() => world.stop());
      const none = { of: 'value', max: 0 } as const;
      figures.push(
        { name: `${kind}: rounds with two successors, of ${ROUNDS}`, value: forks, unit: '', target: none },
        { name: `${kind}: false sign-outs, of ${ROUNDS * 20}`, value: falseLogouts, unit: '', target: none },
        { name: `${kind}: other answers than 200`, value: busy, unit: '' },
        {
          name: `${kind}: a round of 20`,
          value: (performance.now() - startedAtMs) / ROUNDS,
          unit: 'ms',
        },
      );
    }
    return { figures };
  },
};
