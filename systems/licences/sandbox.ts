import { almatyDay, fullYears } from '#domain/calendar.ts'
import { normaliseLicence } from '#domain/plate.ts'
import type { SandboxSystem, World } from '../sandbox-kit.ts'
import { shepRoute } from '../shep-sandbox.ts'
import { LICENCE_SERVICE, LicenceRequest } from './protocol.ts'

/** The register of driver licences: one licence a person, as the world has it. */
export const licencesSandbox = (world: World): SandboxSystem => ({
  system: 'licences',
  routes: [
    shepRoute(world, '/shep/licences', {
      [LICENCE_SERVICE]: {
        iin: (data) => LicenceRequest.parse(data).iin,
        answer: (data) => {
          const { iin, number } = LicenceRequest.parse(data)
          const person = world.people.get(iin)
          const licence = person?.driverLicence
          if (!person || !licence || (number !== undefined && normaliseLicence(number) !== normaliseLicence(licence.number)))
            return { iin, found: false }
          const category = fullYears(person.birthDate, almatyDay(world.now())) >= 21 ? ['A', 'B', 'C', 'D'] : ['A1', 'B']
          return { iin, found: true, licence: { ...licence, categories: { category } } }
        },
      },
    }),
  ],
})
