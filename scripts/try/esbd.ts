import type { Try } from './kit.ts'

/**
 * The unified insurance database: signs in with the first login, reads a person, their class and a
 * car.
 */
export const esbd: Try = {
  host: ({ systems }) => systems.esbd.addresses.join(', '),
  settings: 'ESBD_ADDRESSES, ESBD_USERS',
  about:
    'Signs in and reads; registers, saves and rescinds nothing. A login has one session: not while the site uses the same login.',
  async talk({ systems: { esbd: database }, given, config, step, skip, reach }) {
    await reach(`${config.systems.esbd.addresses[0] ?? ''}?wsdl`)
    await step('sign in and ask whether it is well', () => database.health())
    const { iin, plate, certificate } = given
    if (iin) {
      await step('the person by IIN, and the class of today', async () => {
        const person = await database.findPerson(iin)
        return {
          person,
          class: person
            ? await database.bonusMalus(person.clientId, new Date().toISOString().slice(0, 10))
            : null,
        }
      })
    } else skip('a person: give --iin of somebody who agreed')
    if (plate && certificate)
      await step('the car by plate and certificate', () =>
        database.findVehicle({ plate, techPassport: certificate }),
      )
    else skip('a car: give --plate and --certificate')
  },
}
