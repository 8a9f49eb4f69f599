import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { refusalText } from '#texts/refusals.ts'
import { apiErrorIn } from '#web/http/http.ts'
import { type Action, reduce } from '#web/portal/sale/state/reduce.ts'
import { policyholderFacts } from '#web/portal/sale/state/row-facts.ts'
import { newForm, personFlags, type State, stateOf } from '#web/portal/sale/state/state.ts'
import { saleOf } from '#web/portal/sale/state/wire.ts'
import { atTheCentre, promoter, promoterToken, street } from './promoter.ts'
import { buyer, car, ready } from './sale.ts'
import { spec } from './spec.ts'
import { sharedTestApp } from './test-app.ts'

/**
 * Each code of the catalogue as it comes from the outside world through the server onto the
 * promoter's screen: section 8 of the specification.
 */

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await promoterToken(at())
})

const said = { nobody: 'Не все данные', offline: 'Нет связи' }
/** The sheet as a promoter has filled it in: this policyholder, these drivers, the ordinary car. */
function sheet({ insurer = buyer, drivers = [] as string[], more = [] as Action[] } = {}): State {
  const empty = stateOf(
    newForm('2026-11-20', () => crypto.randomUUID()),
    promoter.iin,
  )
  const actions: Action[] = [
    { type: 'policyholder', patch: insurer },
    {
      type: 'car',
      id: empty.cars[0]?.id ?? '',
      patch: { plate: car.registrationNumber, techPassport: car.techPassport },
    },
    ...drivers.flatMap((iin): Action[] => [
      { type: 'driver-added', id: iin },
      { type: 'driver', id: iin, patch: { iin } },
    ]),
    ...more,
  ]
  return actions.reduce(reduce, empty)
}
/** The sheet after its calculation was refused. */
async function refused(state: State, place: Partial<typeof street> = street): Promise<State> {
  const body = {
    ...saleOf(state),
    operation: { agentIin: promoter.iin, applicationId: crypto.randomUUID(), ...place },
  }
  const answer = await at().raw('/api/promoter/policy/ogpo/calculate', {
    body,
    token,
    locale: 'ru',
  })
  const fault = apiErrorIn(answer.status, answer.headers.get('retry-after'), answer.body)
  if (!fault) throw new Error('a price where a refusal was expected')
  return reduce(state, { type: 'failed', apiError: fault, said })
}
const bystander = '900622499917'
const person = (state: State, iin: string) => state.drivers.find((row) => row.iin === iin)

describe('what a code does to the promoter’s screen', () => {
  test.each([
    [12000, '900712399909'],
    [12003, '940226499901'],
    [12004, '790101399902'],
    [12005, '880505399908'],
    [12006, '930930499907'],
    [12007, '870417399908'],
  ] as const)(
    '%i of a driver is noRequiredFieldsError with the message and marks that row alone',
    async (code, iin) => {
      spec(
        '8.4.12000-valid-documents-not',
        '8.4.12003-set-client-failed',
        '8.4.12004-terrorist-match',
        '8.4.12005-client-not-resident',
        '8.4.12006-driver-licence-not',
        '8.4.12007-driver-licence-expired',
        '8.5.any-other-code-norequiredfieldserror',
      )

      const before = sheet({ drivers: [iin, bystander] })
      const after = await refused(before)
      expect(after.noRequiredFieldsError).toBe(refusalText(code, 'ru'))
      expect(person(after, iin)).toMatchObject({
        refused: { code, message: refusalText(code, 'ru') },
      })
      expect(person(after, bystander)).toBe(person(before, bystander))
      expect(after.policyholder).toBe(before.policyholder)
    },
  )

  test('12001 marks the certificate of the driver, or is the policyholder’s certificate error', async () => {
    spec('8.4.12001-documents-not-suitable', '8.5.12001-person-certificate-error')

    const iin = '910823499901'
    const driver = await refused(sheet({ drivers: [iin] }))
    expect(person(driver, iin)?.refused).toMatchObject({
      code: 12001,
      message: refusalText(12001, 'ru'),
    })
    expect(personFlags(driver).policyholderPersonCertificateError).toBe('')
    const holder = await refused(sheet({ insurer: ready(iin) }))
    expect(personFlags(holder).policyholderPersonCertificateError).toBe(refusalText(12001, 'ru'))
    expect(holder.noRequiredFieldsError).toBe('')
  })

  test('12008 adds the driver to driversAgeErrors, or is the policyholder’s age error', async () => {
    spec('8.4.12008-driver-age-under', '8.5.12008-insurers-age-error')

    const iin = '100601599901'
    expect(personFlags(await refused(sheet({ drivers: [iin] })))).toMatchObject({
      driversAgeErrors: [iin],
      policyholderAgeError: '',
    })
    expect(personFlags(await refused(sheet({ insurer: ready(iin) })))).toMatchObject({
      driversAgeErrors: [],
      policyholderAgeError: refusalText(12008, 'ru', 'policyholder'),
    })
  })

  test('12002 of a silent register is noRequiredFieldsError and marks whom it is about', async () => {
    spec('8.4.12002-unavailable')

    await at().fault('licences', 'unavailable', { times: 20 })
    const after = await refused(sheet())
    await at().control('DELETE', '/control/faults')
    expect(after.noRequiredFieldsError).toBe(refusalText(12002, 'ru', 'driver'))
    expect(policyholderFacts(after.policyholder)).toMatchObject({ code: 12002, byDocument: false })
  })

  test('where the register of persons is silent the document may be typed', async () => {
    await at().fault('gkb', 'unavailable', { times: 20 })
    const after = await refused(sheet())
    await at().control('DELETE', '/control/faults')
    expect(policyholderFacts(after.policyholder)).toMatchObject({
      byDocument: true,
      error: refusalText(12002, 'ru', 'document'),
    })
  })

  test('5 of bad scoring and of a silent one is scoringError in its own words', async () => {
    spec('8.4.5-scoring-promoters-channel', '8.5.5-scoringerror')

    expect((await refused(sheet({ insurer: ready('870901499925') }))).scoringError).toBe(
      refusalText(5, 'ru', 'bad'),
    )
    await at().fault('scoring', 'unavailable', { times: 10 })
    const silent = await refused(sheet())
    await at().control('DELETE', '/control/faults')
    expect(silent).toMatchObject({ scoringError: refusalText(5, 'ru'), noRequiredFieldsError: '' })
  })

  test('12009 is the location error NEAR_CON with how far it is, 14013 the default one, both in the blocked modal', async () => {
    spec('8.4.12009-promoter-near-control')

    expect((await refused(sheet(), atTheCentre)).location).toEqual({
      code: 'NEAR_CON',
      message: refusalText(12009, 'ru'),
      blocked: true,
      near: { distance: 0, radius: 200 },
    })
    expect((await refused(sheet(), {})).location).toMatchObject({
      code: 'default',
      message: refusalText(14013, 'ru'),
      blocked: true,
    })
  })

  test('12010, about nobody, is noRequiredFieldsError with its message', async () => {
    spec('8.4.12010-broker-premium-mismatch')

    const after = await refused(sheet({ more: [{ type: 'term', patch: { insurer: 'syrdarya' } }] }))
    expect(after).toMatchObject({ noRequiredFieldsError: refusalText(12010, 'ru'), busy: null })
  })

  test('14002 stands beside the phone, 14008 beside the car', async () => {
    const phone = await refused(sheet({ insurer: { ...buyer, phone: '77019999999' } }))
    expect(phone.policyholder.phoneRefused?.message).toBe(refusalText(14002, 'ru'))
    const first = sheet()
    const other: Action = {
      type: 'car',
      id: first.cars[0]?.id ?? '',
      patch: { techPassport: 'ZZ99999999' },
    }
    expect((await refused(reduce(first, other))).cars[0]?.refused?.message).toBe(
      refusalText(14008, 'ru', 'owner'),
    )
  })

  test('a fault of ours is HTTP 500: the server error and nobody’s row', async () => {
    spec('8.5.http-500-server-error')

    await sql`alter table quotes rename to quotes_away`.execute(at().db)
    const after = await refused(sheet())
    await sql`alter table quotes_away rename to quotes`.execute(at().db)
    expect(after).toMatchObject({ serverError: true, noRequiredFieldsError: '', scoringError: '' })
  })
})
