import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import {
  EsbdRefused,
  esbd,
  type HomeDraft,
  type InsuranceDatabase,
  type PolicyDraft,
} from '#systems/esbd/client.ts'
import type { Operation } from '#systems/esbd/protocol.ts'
import { esbdSandbox } from '#systems/esbd/sandbox.ts'
import { behave } from '#systems/esbd/sandbox-work.ts'
import { serving } from '#systems/exchange-kit.ts'
import { sender, Unavailable } from '#systems/http.ts'
import { car, homeDraft, nurlan, policyDraft, person as someone } from '../esbd-differences.ts'
import { proxyBefore, runsOf, xmlMutations } from './proxy.ts'

/**
 * Bad answers of the unified database, operation by operation, over the network: never another end
 * than a value, `Unavailable` or `EsbdRefused`; never a value that changes a price; never a second
 * policy or contract. `npm run test:outside` has 400 of each.
 */
const RUNS = runsOf(10)
const day = '2026-11-20'
const world = createWorld()
let server: Awaited<ReturnType<typeof serving>>
let proxy: Awaited<ReturnType<typeof proxyBefore>>
const client = (vehiclesBy: 'plate' | 'vin' = 'plate') =>
  esbd(
    {
      addresses: [`${proxy.address}/esbd/IICWebService.asmx`],
      users: [1, 2].map((n) => ({ name: `qorgan-${n}`, password: 'secret' })),
      limitMs: 2_500,
      vehiclesBy,
    },
    sender('esbd', { timeoutMs: 1_000, breakAfter: 1_000_000, journal: () => {} }),
  )

beforeAll(async () => {
  server = await serving(world, esbdSandbox(world))
  proxy = await proxyBefore(server.address)
})
afterAll(async () => {
  await proxy.close()
  await server.close()
})

const sent = (operation: Operation) =>
  world.journal.filter((line) => line.operation === operation).length
const underNumber = (store: string, field: string, number: string) =>
  [...world.store<Record<string, unknown>>(store).values()].filter((one) => one[field] === number)
    .length

let numbers = 0
/**
 * What is asked while the answer to the operation is bad, and what of its value must be as it is,
 * if there is one.
 */
type Case = {
  act: (database: InsuranceDatabase, draft: PolicyDraft) => Promise<unknown>
  /** Before it, with good answers. */
  before?: (database: InsuranceDatabase, draft: PolicyDraft) => Promise<unknown>
  /**
   * The part of a value that decides a price or whose policy it is; null and undefined are "not
   * found".
   */
  told?: (value: never) => unknown
  /** A client that has asked nothing yet, for what is asked once. */
  fresh?: boolean
  /** Must hold afterwards, whatever the answer was. */
  after?: (database: InsuranceDatabase, draft: PolicyDraft) => Promise<void>
}
type Person = { clientId: number; iin: string; resident: boolean; birthDate: string }
type Vehicle = { vehicleId: number; type: string; region: string; settlement: string; year: number }
const person = (one: Person) => [one.clientId, one.iin, one.resident, one.birthDate]
const vehicle = (one: Vehicle) => [one.vehicleId, one.type, one.region, one.settlement, one.year]
const savePerson = (database: InsuranceDatabase) =>
  database.savePerson({
    ...someone,
    document: { type: 'PASSPORT', number: `N${++numbers}`, issueDate: '2020-02-29' },
  })

const onePolicy: Case['after'] = async (database, draft) => {
  expect(sent('SetPolicy')).toBeLessThanOrEqual(1)
  const issued = await database.issue(draft)
  expect(issued.number).toBe(draft.number)
  expect(underNumber('esbd.policies', 'POLICY_NUMBER', draft.number)).toBe(1)
}
const homes = new Map<string, HomeDraft>()
const homeFor = (draft: PolicyDraft): HomeDraft => {
  const home = homes.get(draft.number) ?? homeDraft(draft.policyholderClientId)
  homes.set(draft.number, home)
  return home
}
const oneContract: Case['after'] = async (database, draft) => {
  expect(sent('SetContractDsProperty')).toBeLessThanOrEqual(1)
  expect((await database.registerHome(homeFor(draft))).number).toBe(homeFor(draft).number)
  expect(underNumber('esbd.property', 'CONTRACT_NUMBER', homeFor(draft).number)).toBe(1)
}
const registerHome = (database: InsuranceDatabase, draft: PolicyDraft) =>
  database.registerHome(homeFor(draft))
const ids = new Map<string, { policyId: number; globalId: string }>()
const setPolicy = async (database: InsuranceDatabase, draft: PolicyDraft) =>
  ids.set(draft.number, await database.issue(draft))
const rescind = (database: InsuranceDatabase, draft: PolicyDraft) =>
  database.rescind({
    policyId: ids.get(draft.number)?.policyId ?? 0,
    reason: 'terminated',
    on: '2026-12-05',
  })
const contracts = new Map<string, number>()
const setContract = async (database: InsuranceDatabase, draft: PolicyDraft) =>
  contracts.set(draft.number, (await database.registerHome(homeFor(draft))).contractId)
const rescindHome = (database: InsuranceDatabase, draft: PolicyDraft) =>
  database.rescindHome({
    contractId: contracts.get(draft.number) ?? 0,
    reason: 'terminated',
    on: '2026-12-05',
  })

const cases: { [operation in Operation]?: Case } = {
  AuthenticateUser: { act: (database) => database.findPerson(nurlan), told: person, fresh: true },
  SessionExists: {
    act: (database) => {
      behave(world, { faults: [{ operation: 'SearchVehicles', text: 'сессия', when: 'before' }] })
      return database.findVehicle(car)
    },
    after: async () => behave(world),
  },
  GetServerDateTime: { act: (database) => database.health() },
  GetItems: { act: (database) => database.findVehicle(car), told: vehicle, fresh: true },
  GetClientsByKeyFields: { act: (database) => database.findPerson(nurlan), told: person },
  GetClientByID: {
    act: (database, draft) => database.clientById(draft.policyholderClientId),
    told: (one: Person) => [one.clientId],
  },
  SetClient: { act: savePerson, told: ({ clientId }: Person) => clientId },
  GetClientDocumentsListByID: { act: savePerson, told: ({ clientId }: Person) => clientId },
  SetClientDocuments: { act: savePerson, told: ({ clientId }: Person) => clientId },
  GetClassId: {
    act: (database, draft) => database.bonusMalus(draft.policyholderClientId, day),
    told: (value) => value,
  },
  GetClassText: {
    act: (database, draft) => database.bonusMalus(draft.policyholderClientId, day),
    told: (value) => value,
    fresh: true,
  },
  SearchVehicles: { act: (database) => database.findVehicle(car), told: vehicle },
  GetTFByNumber: {
    before: async () => behave(world, { year: 'empty' }),
    act: (database) => database.findVehicle(car),
    told: vehicle,
    after: async () => behave(world),
  },
  SetPolicyDraft: { act: (database, draft) => database.checkDraft(draft), told: (value) => value },
  CalculatePolicyPremium: {
    act: (database, draft) => database.checkDraft(draft),
    told: (value) => value,
  },
  SetPolicy: { act: (database, draft) => database.issue(draft), after: onePolicy },
  GetPoliciesByNumber: {
    before: setPolicy,
    act: (database, draft) => database.issue(draft),
    after: onePolicy,
  },
  GetPolicyByGlobalID: {
    before: setPolicy,
    act: (database, draft) => database.findByGlobalId(ids.get(draft.number)?.globalId ?? ''),
    told: ({ globalId }: { globalId: string }) => globalId.length,
  },
  GetPolicyByID: { before: setPolicy, act: rescind },
  SetPolicyRescindingReason: { before: setPolicy, act: rescind },
  SetContractDsProperty: { act: registerHome, after: oneContract },
  GetContractDsProperty_By_Number: { before: setContract, act: registerHome, after: oneContract },
  GetContractDsProperty_By_Id: { before: setContract, act: rescindHome },
  SetContractRescinding: { before: setContract, act: rescindHome },
  Execute: {
    act: (database, draft) =>
      database.policiesOfVehicle({ vehicleId: draft.vehicles[0]?.vehicleId ?? 0 }, day),
  },
}

describe.each(Object.entries(cases) as [Operation, Case][])(
  'bad answers to %s',
  (operation, of) => {
    const fits = (body: string) => new RegExp(`<(\\w+:)?${operation}[ >]`).test(body)

    test(`${RUNS} of them`, { timeout: 60_000 + RUNS * 2_000 }, async () => {
      const usual = client()
      const meant = await policyDraft(usual)
      // Good answers first: they say what is true, and give the sample.
      const number = `QM-${++numbers}`
      const first = await once(
        of,
        of.fresh ? client() : usual,
        { ...meant, number },
        () => proxy.sample(fits),
        asKnown(operation),
      )
      const sample = first.sample?.()
      if (!sample) throw new Error(`${operation} was not asked`)
      const truth = of.told?.(first.value as never)

      for (const [at, mutation] of xmlMutations(
        sample.body.toString('utf8'),
        RUNS,
        operation.length * 7919,
      ).entries()) {
        const label = `${operation}, mutation ${at}: ${mutation.name}`
        const database = of.fresh ? client() : usual
        const draft = { ...meant, number: `QM-${++numbers}` }
        const { value, failure } = await once(
          of,
          database,
          draft,
          () => void proxy.spoil(fits, mutation),
          asKnown(label),
        )
        proxy.used()
        if (failure === null && value !== null && value !== undefined && of.told)
          expect([label, of.told(value as never)]).toEqual([label, truth])
      }
    })
  },
)

/** A failure that is none of the two would be a crash. */
const asKnown = (label: string) => (cause: unknown) => {
  if (!(cause instanceof Unavailable || cause instanceof EsbdRefused))
    throw new Error(`${label}: ${String(cause)}`, { cause })
}

async function once<T>(
  of: Case,
  database: InsuranceDatabase,
  draft: PolicyDraft,
  arm: () => T,
  known?: (cause: unknown) => void,
): Promise<{ value: unknown; failure: unknown; sample: T }> {
  await of.before?.(database, draft)
  world.journal.length = 0
  const sample = arm()
  let [value, failure]: [unknown, unknown] = [null, null]
  try {
    value = await of.act(database, draft)
  } catch (cause) {
    if (!known) throw cause
    known(cause)
    failure = cause
  }
  proxy.used()
  await of.after?.(database, draft)
  return { value, failure, sample }
}
