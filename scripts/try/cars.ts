import type { Talk, Try } from './kit.ts'

/** Vehicles by their owner or by plate, and driving licences: whichever the register of the day offers. */
export const cars: Try = {
  host: ({ systems }) => `${systems.gkb.address}, ${systems.shep.address}`,
  settings: 'the settings of the vehicle and licence services',
  about: 'Reads the vehicles and the licence of one person, who must have consented.',
  async talk({ systems, config, given, step, skip, reach }: Talk) {
    await reach(config.systems.shep.address)
    const { iin, plate, certificate } = given
    const register: object = systems.vehicles
    if (iin) await step('the driving licence', () => systems.licences.find(iin))
    else skip('a licence: give --iin of somebody who consented')
    if ('ownedBy' in register && typeof register.ownedBy === 'function' && iin) {
      const { ownedBy } = register
      await step('the vehicles of this owner', async () => ownedBy.call(register, iin))
    } else if ('registration' in register && typeof register.registration === 'function' && plate && certificate) {
      const { registration } = register
      await step('the vehicle by its plate', async () => registration.call(register, plate, certificate))
    } else skip('a vehicle: give --iin of its owner, or --plate and --certificate')
  },
}
