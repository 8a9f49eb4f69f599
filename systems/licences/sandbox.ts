import { almatyDay, fullYears } from '#domain/calendar.ts'
import { gbdRoute } from '../gbd-sandbox.ts'
import type { Person, SandboxSystem, World } from '../sandbox-kit.ts'
import { LICENCE_METHOD, LICENCE_SERVICE, licenceCategories } from './protocol.ts'

/**
 * The register of driver licences: by IIN alone, one licence a person, as the world has it, without
 * the first day of experience.
 */
export const licencesSandbox = (world: World): SandboxSystem => ({
  system: 'licences',
  routes: [
    gbdRoute(world, `/gkb/gbdServices/${LICENCE_SERVICE}`, {
      method: LICENCE_METHOD,
      required: ['iin', 'requestNumber', 'consentConfirmed'],
      iin: ({ iin }) => iin,
      answer: ({ iin = '', consentConfirmed }) => {
        const person = ['true', '1'].includes(consentConfirmed ?? '')
          ? world.people.get(iin)
          : undefined
        return person?.driverLicence
          ? recordOf(person, person.driverLicence, almatyDay(world.now()))
          : null
      },
    }),
  ],
})

function recordOf(person: Person, licence: NonNullable<Person['driverLicence']>, today: string) {
  const age = fullYears(person.birthDate, today)
  const has: readonly string[] = age >= 21 ? ['A', 'B', 'C', 'D'] : age >= 18 ? ['B'] : ['A']
  const [, serial = '', num = licence.number] = /^([A-Z]{2})(\w+)$/.exec(licence.number) ?? []
  return {
    driver: {
      ...Object.fromEntries(
        licenceCategories.map((category) => [`category${category}`, has.includes(category)]),
      ),
      dateOfBirth: `${person.birthDate}T00:00:00+05:00`,
      dateOperate: `${licence.issueDate}T00:00:00+05:00`,
      drivingDocDateEnd: `${licence.validTo}T00:00:00+05:00`,
      firstName: person.name,
      iin: person.iin,
      lastName: person.surname,
      middleName: person.patronymic,
      num,
      serial,
    },
  }
}
