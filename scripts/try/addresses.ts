import type { Try } from './kit.ts'

/** The address register: the first page of each set. */
export const addresses: Try = {
  host: ({ systems }) => systems.addresses.address,
  settings: 'ADDRESSES_ADDRESS, ADDRESSES_API_KEY',
  about: 'Reads the first page of each set. Stores nothing.',
  async talk({ systems: { addresses: register }, step }) {
    await step('territories', async () => ({ rows: (await register.territories(0)).length }))
    await step('streets', async () => ({ rows: (await register.streets(0)).length }))
    await step('buildings', async () => ({ rows: (await register.buildings(0)).rows.length }))
    await step('flats', async () => ({ rows: (await register.flats(0)).rows.length }))
  },
}
