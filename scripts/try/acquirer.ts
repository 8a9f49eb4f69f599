import type { Try } from './kit.ts'

/** The acquirer: a signed question about the saved cards of a client who does not exist. */
export const acquirer: Try = {
  host: ({ systems }) => systems.acquirer.address,
  settings: 'ACQUIRER_ADDRESS, ACQUIRER_MERCHANT, ACQUIRER_SECRET',
  about:
    'Asks for the saved cards of nobody: proves merchant, secret and signature. Opens no page, moves no money.',
  async talk({ systems, config, step, reach }) {
    await reach(config.systems.acquirer.address)
    await step('the saved cards of a client who does not exist', () =>
      systems.acquirer.cards('try-nobody'),
    )
  },
}
