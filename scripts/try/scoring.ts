import type { Try } from './kit.ts'

/** The insurer's scoring of a sale. */
export const scoring: Try = {
  host: ({ systems }) => systems.scoring.address,
  settings: 'SCORING_ADDRESS, SCORING_TOKEN',
  about:
    'Asks for a decision about a sale that is not made. Guess: the service keeps nothing of it; ask the operator before.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.scoring.address)
    const { iin, plate } = given
    if (!iin || !plate) return skip('a decision: give --iin of somebody who agreed and --plate')
    await step('a decision', async () => ({
      decision: await systems.scoring.score({
        policyholder: iin,
        drivers: [],
        plates: [plate],
        key: crypto.randomUUID(),
      }),
    }))
  },
}
