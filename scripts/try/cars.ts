import type { Try } from './kit.ts'

/** Vehicles by their owner, where the register of the day is asked so, and driving licences. */
export const cars: Try = {
  host: ({ systems }) => systems.gkb.address,
  settings: 'GKB_ADDRESS, GKB_USER, GKB_PASSWORD, GKB_USER_ID, GKB_VEHICLES_BY',
  about: 'Reads the vehicles and the licence of one person, who must have consented.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.gkb.address)
    const { iin, token, key } = given
    if (!iin || !token || !key)
      return skip(
        'a licence and vehicles: give --iin of somebody who consented, with their --token and --key',
      )
    const consent = { token, publicKey: key }
    await step('the driving licence', () => systems.licences.find(iin, consent))
    const { vehicles } = systems
    if (vehicles.asks === 'owner')
      await step('the vehicles of this owner', () => vehicles.ownedBy({ iin, consent }))
    else skip('vehicles: the unified database tells of them (GKB_VEHICLES_BY=plate)')
  },
}
