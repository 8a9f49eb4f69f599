import type { Try } from './kit.ts'

/** The mobile bank: our own points of sale. */
export const bank: Try = {
  host: ({ systems }) => systems.bank.address,
  settings: 'BANK_ADDRESS, BANK_ORGANIZATION_BIN, BANK_DEVICE_TOKEN, BANK_TLS_CERT, BANK_TLS_KEY',
  about:
    'Reads our points of sale: proves the certificate and the BIN. Sends no bill, gives nothing back.',
  async talk({ systems, step, skip }) {
    await step('our points of sale', () => systems.bank.health())
    skip('the device token is only proved by a bill')
  },
}
