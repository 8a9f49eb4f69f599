import type { Try } from './kit.ts'

/** Halyk ePay: the status of an invoice that nobody has made. */
export const epay: Try = {
  host: ({ systems }) => systems.epay?.address ?? '',
  settings:
    'EPAY_ADDRESS, EPAY_OAUTH_ADDRESS, EPAY_CLIENT_ID, EPAY_CLIENT_SECRET, EPAY_TERMINAL, EPAY_SHOP',
  about:
    'Asks for the status of an invoice that was never made: proves client, secret and terminal. Makes no link, moves no money.',
  async talk({ systems, step, skip }) {
    const { epay: client } = systems
    if (!client) return skip('EPAY_ADDRESS is not set: this way to pay is not offered')
    await step('the status of an invoice that was never made', () =>
      client.status('999999999999999'),
    )
    skip('the shop is only proved by a link')
  },
}
