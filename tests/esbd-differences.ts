import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import {
  type EsbdConfig,
  esbd,
  type HomeDraft,
  type InsuranceDatabase,
  type PolicyDraft,
} from '#systems/esbd/client.ts'
import type { Operation } from '#systems/esbd/protocol.ts'
import { esbdSandbox } from '#systems/esbd/sandbox.ts'
import { behave } from '#systems/esbd/sandbox-work.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import type { Send } from '#systems/http.ts'

export const nurlan = '850315399904'
export const car = { plate: '123ABC02', techPassport: 'AB12345678' }
export const person = {
  iin: nurlan,
  surname: 'А',
  name: 'Б',
  patronymic: '',
  birthDate: '1985-03-15',
  sex: 'M',
  resident: true,
} as const
export const passport = { type: 'PASSPORT', number: 'N7654321', issueDate: '2020-02-29' } as const

let numbers = 0

/** A policy of the ready person and car, under a number of its own. */
export async function policyDraft(
  database: InsuranceDatabase,
  more: Partial<PolicyDraft> = {},
): Promise<PolicyDraft> {
  const [person, vehicle] = [await database.findPerson(nurlan), await database.findVehicle(car)]
  if (!person || !vehicle) throw new Error('the ready person and car are missing')
  const licence = { number: 'AB100001', issueDate: '2019-04-02' }
  return {
    number: `QD-${++numbers}`,
    insurerSystemId: 1,
    start: '2026-12-01',
    end: '2027-11-30',
    policyDate: '2026-11-20',
    premium: 28_875,
    policyholderClientId: person.clientId,
    phone: '77011112233',
    email: 'client@example.kz',
    drivers: [
      {
        clientId: person.clientId,
        ageExperienceId: 4,
        experienceYears: 20,
        licence,
        classCode: '7',
        privilege: false,
      },
    ],
    vehicles: [{ ...vehicle, yearOver7: false }],
    middlemanContract: 'B-17/2026',
    ...more,
  }
}

/** A home of the same policyholder. */
export const homeDraft = (policyholderClientId: number): HomeDraft => ({
  number: `QDH-${++numbers}`,
  insurerSystemId: 1,
  start: '2026-11-20',
  end: '2027-11-19',
  contractDate: '2026-11-20',
  insuranceAmount: 5_000_000,
  premium: 1_490,
  policyholderClientId,
  address: 'Алматы қаласы, Абай даңғылы, 10-үй',
  middlemanContract: 'B-17/2026',
})

/**
 * For the tests of the differences only: the strict sandbox on a free port, clients of it, drafts
 * of ready people.
 */
export function differenceKit() {
  const world = createWorld()
  const { send } = sending('esbd')
  let server: Awaited<ReturnType<typeof serving>>
  const client = (through: Send = send, more: Partial<EsbdConfig> = {}) =>
    esbd(
      {
        addresses: [`${server.address}/esbd/IICWebService.asmx`],
        users: [{ name: 'qorgan-1', password: 'secret' }],
        limitMs: 9_000,
        ...more,
      },
      through,
    )
  const asked = (operation: Operation) =>
    world.journal.filter((line) => line.operation === operation).length
  /** A line that changes what goes over it: an older client of ours. */
  const sent =
    (change: (body: string) => string): Send =>
    (ask) =>
      send({ ...ask, body: change(String(ask.body)) })
  beforeAll(async () => {
    server = await serving(world, esbdSandbox(world))
  })
  afterAll(() => server.close())
  beforeEach(() => {
    behave(world)
    world.faults.length = 0
    world.journal.length = 0
  })
  const draft = (more: Partial<PolicyDraft> = {}) => policyDraft(client(), more)
  const home = async () => homeDraft((await client().findPerson(nurlan))?.clientId ?? 0)
  return { world, send, client, asked, sent, draft, home }
}
