import type { Try } from './kit.ts'

/** The second SMS gateway: what is left on the account. */
export const mobizon: Try = {
  host: ({ systems }) => systems.smsGateways.mobizon?.address ?? '',
  settings: 'MOBIZON_ADDRESS, MOBIZON_API_KEY, MOBIZON_SENDER',
  about: 'Asks for the balance: proves the key. Sends no SMS.',
  async talk({ systems, step, skip }) {
    const { mobizon: client } = systems.smsGateways
    if (!client) return skip('MOBIZON_ADDRESS is not set: there is no second gateway')
    await step('the balance', () => client.balance())
    skip('the sender’s name is only proved by an SMS')
  },
}
