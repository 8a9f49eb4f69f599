import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import type { Send } from '../http.ts'
import { type EsbdConfig, EsbdRefused, esbd, type HomeDraft, NotInTariff, type PolicyDraft } from './client.ts'
import type { Operation } from './protocol.ts'
import { esbdPolicies, esbdSandbox } from './sandbox.ts'
import { behave } from './sandbox-manners.ts'

/**
 * The differences from the published contract that were once in this client, each put back by a line that rewrites requests on their way
 * (`sent`), or tried in a shape of answer that the contract allows (`behave`, `tampered`).
 */
const nurlan = '850315399904'
const car = { plate: '123ABC02', techPassport: 'AB12345678' }
const world = createWorld()
const { send } = sending('esbd', { timeoutMs: 3_000 })
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
const asked = (operation: Operation) => world.journal.filter((line) => line.operation === operation).length
/** A line that changes what goes over it: an older client of ours. */
const sent =
  (change: (body: string) => string): Send =>
  (ask) =>
    send({ ...ask, body: change(String(ask.body)) })
const without = (field: string) => (body: string) => body.replace(new RegExp(`<(\\w+:)?${field}>[^<]*</(\\w+:)?${field}>`), '')
const renamed = (from: string, to: string) => (body: string) => body.replaceAll(`${from}>`, `${to}>`)

beforeAll(async () => {
  server = await serving(world, esbdSandbox(world))
})
afterAll(() => server.close())
beforeEach(() => {
  behave(world)
  world.faults.length = 0
  world.journal.length = 0
})

let numbers = 0
async function draft(more: Partial<PolicyDraft> = {}): Promise<PolicyDraft> {
  const [person, vehicle] = [await client().findPerson(nurlan), await client().findVehicle(car)]
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
    drivers: [{ clientId: person.clientId, ageExperienceId: 4, experienceYears: 20, licence, classCode: '7', privilege: false }],
    vehicles: [{ ...vehicle, yearOver7: false }],
    middlemanContract: 'B-17/2026',
    ...more,
  }
}
const home = async (): Promise<HomeDraft> => ({
  number: `QDH-${++numbers}`,
  insurerSystemId: 1,
  start: '2026-11-20',
  end: '2027-11-19',
  contractDate: '2026-11-20',
  insuranceAmount: 5_000_000,
  premium: 1_490,
  policyholderClientId: (await client().findPerson(nurlan))?.clientId ?? 0,
  address: 'Алматы қаласы, Абай даңғылы, 10-үй',
  middlemanContract: 'B-17/2026',
})
const person = { iin: nurlan, surname: 'А', name: 'Б', patronymic: '', birthDate: '1985-03-15', sex: 'M', resident: true } as const
const passport = { type: 'PASSPORT', number: 'N7654321', issueDate: '2020-02-29' } as const

describe('a difference put back on purpose is refused by the strict sandbox', () => {
  test.each([
    ['SetPolicy without BRANCH_ID', without('BRANCH_ID'), 'филиал'],
    ['SetPolicy without PAYMENT_ORDER_TYPE_ID', without('PAYMENT_ORDER_TYPE_ID'), 'порядок оплаты'],
    ['SetPolicy without PAYMENT_TYPE_ID', without('PAYMENT_TYPE_ID'), 'порядок оплаты'],
    ['SetPolicy without HOUSEHOLD_POSITION_ID', without('HOUSEHOLD_POSITION_ID'), 'семейное'],
    ['SetPolicy with a premium of 0 for a missing one', without('PREMIUM'), 'премия'],
    ['SetPolicy with its structure under another name', renamed('aPolicy', 'aThePolicy'), 'Object reference'],
  ])('%s', async (_what, change, said) => {
    const wrong = client(sent((body) => (body.includes('SetPolicy>') || body.includes('<SetPolicy ') ? change(body) : body)))
    const about = await draft()
    await expect(wrong.issue(about)).rejects.toThrow(said)
    expect(esbdPolicies(world).filter(({ number }) => number === about.number)).toEqual([])
  })

  test.each([
    ['aClientDocuments', 'aCLIENT_DOCUMENTS', (of: ReturnType<typeof client>) => of.savePerson({ ...person, document: passport })],
    ['aCONTRACT_DS_PROPERTY', 'aContract', async (of: ReturnType<typeof client>) => of.registerHome(await home())],
    ['INSURANCE_TYPE_ID', 'INSURANCE', async (of: ReturnType<typeof client>) => of.registerHome(await home())],
  ])('%s sent as %s', async (name, wrong, act) => {
    await expect(act(client(sent(renamed(name, wrong))))).rejects.toThrow(/Object reference|Не указан/)
  })

  test.each([['GetContractDsProperty_By_Number', 'GetContractDsPropertyByNumber']])(
    '%s asked as %s is not recognised',
    async (name, wrong) => {
      const older: Send = (ask) => {
        const headers = Object.fromEntries(Object.entries(ask.headers ?? {}).map(([key, value]) => [key, value.replaceAll(name, wrong)]))
        return send({ ...ask, headers, body: String(ask.body).replaceAll(name, wrong) })
      }
      await expect(client(older).registerHome(await home())).rejects.toThrow()
      expect(world.journal.map(({ operation }) => operation)).not.toContain('SetContractDsProperty')
    },
  )

  test('a record written back without BANKS and Latin names would lose them; ours keeps them', async () => {
    const whole = () => world.store<{ saved: Record<string, unknown> | null }>('esbd.clients').get(nurlan)?.saved
    await client().savePerson(person)
    expect(whole()).toMatchObject({
      First_Name_eng: 'NAME 9904',
      Last_Name_eng: 'LATIN',
      SETTLEMENT_ID: 7,
      BANKS: [{ ACCOUNT_NUMBER: 'KZ000000000000000000', BANK_CLIENT_ID: 3 }],
    })
    const older = client(
      sent((body) => body.replace(/<(\w+:)?BANKS>.*<\/(\w+:)?BANKS>/, '').replace(/<(\w+:)?\w+_eng>[^<]*<\/[^>]*>/g, '')),
    )
    await older.savePerson(person)
    expect(whole()).toMatchObject({ First_Name_eng: null, BANKS: null })
  })
})

describe('an answer that the contract allows', () => {
  test('a Fault of SetPolicy that speaks of a session decides nothing: the policy is found, SetPolicy was sent once', async () => {
    for (const text of [
      'System.NullReferenceException: Object reference not set to an instance of an object.\n   at IICWebService.SetPolicy(String aSessionID, Policy aPolicy)',
      'ORA-00028: your session has been killed',
    ]) {
      const about = await draft()
      behave(world, { faults: [{ operation: 'SetPolicy', text, when: 'after' }] })
      const issued = await client().issue(about)
      expect(esbdPolicies(world).filter(({ number }) => number === about.number)).toEqual([{ ...issued, rescinded: false }])
    }
    expect(asked('SetPolicy')).toBe(2)
  })

  test('the same Fault with nothing behind it is unclear, and is not sent again by itself', async () => {
    behave(world, { faults: [{ operation: 'SetPolicy', text: 'ORA-00028: your session has been killed', when: 'before' }] })
    await expect(client().issue(await draft())).rejects.toMatchObject({
      name: 'Unavailable',
      operation: 'SetPolicy',
      mayHaveHappened: true,
    })
    expect(asked('SetPolicy')).toBe(1)
  })

  test('a read is repeated with a new session only when the database says that the old one is gone', async () => {
    const database = client()
    await database.findPerson(nurlan)
    behave(world, { faults: [{ operation: 'SearchVehicles', text: 'ORA-00028: your session has been killed', when: 'before' }] })
    await expect(database.findVehicle(car)).rejects.toBeInstanceOf(EsbdRefused)
    expect([asked('SearchVehicles'), asked('AuthenticateUser')]).toEqual([1, 1])
  })

  test('online_bool left out', async () => {
    behave(world, { onlineBool: false })
    const about = await draft()
    const issued = await client().issue(about)
    expect(await client().findByNumber(about.number, about)).toMatchObject(issued)
  })

  test.each(['empty', 'left out', 'zero'] as const)('NYEAR %s: the year is that of the vehicle’s own record', async (year) => {
    behave(world, { year })
    expect(await client().findVehicle(car)).toMatchObject({ year: 2020 })
    const older = tampered(send, (text) => text.replace(/<BORN>\d+<\/BORN>/, '<BORN>20</BORN>'))
    await expect(client(older).findVehicle(car)).rejects.toMatchObject({ name: 'NotInTariff', field: 'NYEAR' })
  })

  test('a vehicle that is only found by its VIN, where the setting says so', async () => {
    behave(world, { needsVin: true })
    expect(await client().findVehicle(car)).toBeNull()
    expect(await client(send, { vehiclesBy: 'vin' }).findVehicle(car)).toMatchObject({ plate: car.plate, year: 2020 })
  })

  test('a class with the Cyrillic «М» is M; a text that is no class is refused and not kept', async () => {
    const holder = [...world.people.values()].find(({ bonusMalus }) => bonusMalus.kind === 'CLASS')
    if (!holder) throw new Error('nobody has a class')
    const was = holder.bonusMalus
    holder.bonusMalus = { kind: 'CLASS', class: 'M' }
    behave(world, { cyrillicClass: true })
    const odd = { text: 'Ж' as string | null }
    const database = client(tampered(send, (text) => (odd.text ? text.replace(/(<GetClassTextResult>)[^<]+/, `$1${odd.text}`) : text)))
    const clientId = (await database.findPerson(holder.iin))?.clientId ?? 0
    await expect(database.bonusMalus(clientId, '2026-11-20')).rejects.toThrow('«Ж», which is none')
    odd.text = null
    expect(await database.bonusMalus(clientId, '2026-11-20')).toEqual({ kind: 'CLASS', class: 'M' })
    holder.bonusMalus = was
  })

  test('a table without rows is no answer and is not kept', async () => {
    behave(world, { emptyTables: ['REGIONS'] })
    const database = client()
    await expect(database.findVehicle(car)).rejects.toMatchObject({ name: 'Unavailable', operation: 'GetItems' })
    expect(await database.findVehicle(car)).toMatchObject({ region: 'ALMATY_CITY' })
  })

  test.each([
    ['Жетысуская область', 'ZHETISU'],
    ['Жетісу облысы', 'ZHETISU'],
    ['область Абай', 'ABAI'],
    ['Абайская обл.', 'ABAI'],
    ['Ұлытау облысы', 'ULYTAU'],
    ['АЛМАТИНСКАЯ ОБЛ.', 'ALMATY'],
    ['Алматы қаласы', 'ALMATY_CITY'],
    ['г.Астана', 'ASTANA'],
  ])('the region named «%s» is %s, whatever its id', async (name, code) => {
    const named = tampered(send, (text) => text.replace('<Name>г. Алматы</Name>', `<Name>${name}</Name>`))
    expect(await client(named).findVehicle(car)).toMatchObject({ region: code })
  })

  test.each(['г. Байконур', 'Область', ''])('a region named «%s» has no price, until the operator’s id is set', async (name) => {
    const named = tampered(send, (text) => text.replace('<Name>г. Алматы</Name>', `<Name>${name}</Name>`))
    const refused = client(named).findVehicle(car)
    await expect(refused).rejects.toBeInstanceOf(NotInTariff)
    await expect(refused).rejects.toMatchObject({ field: 'REGION_ID', message: expect.stringContaining('15') })
    const told = [{ table: 'REGIONS', id: 15, code: 'ALMATY_CITY' }]
    expect(await client(named, { tables: told }).findVehicle(car)).toMatchObject({ region: 'ALMATY_CITY' })
  })

  test.each([
    ['TYPE_ID', /<TYPE_ID>\d+/, '<TYPE_ID>15', 'Спец.техника'],
    ['BIG_CITY_BOOL', /<BIG_CITY_BOOL>1/, '<BIG_CITY_BOOL>-1', '-1'],
  ] as const)('%s without a line in the tariff is said by its name', async (field, from, to, said) => {
    const odd = client(tampered(send, (text) => text.replace(from, to)))
    await expect(odd.findVehicle(car)).rejects.toMatchObject({ name: 'NotInTariff', field, message: expect.stringContaining(said) })
  })

  test.each(['empty', 'null', 'fault'] as const)('“not found” as %s', async (notFound) => {
    behave(world, { notFound })
    const database = client()
    expect(await database.findPerson('010101500000')).toBeNull()
    expect(await database.clientById(77)).toBeNull()
    expect(await database.findVehicle({ ...car, techPassport: 'ZZ00000000' })).toBeNull()
    expect(await database.findByGlobalId('00000000000A')).toBeNull()
    expect(await database.findByNumber('QD-none')).toBeNull()
    const about = await draft()
    expect(await database.issue(about)).toMatchObject({ number: about.number })
    expect(await database.registerHome(await home())).toMatchObject({ contractId: expect.any(Number) })
    await database.savePerson({ ...person, document: { ...passport, number: `N${notFound}` } })
  })

  test('a Fault of the search that is about something else is not “not found”: no policy is set', async () => {
    behave(world, { faults: [{ operation: 'GetPoliciesByNumber', text: 'Пользователь не найден', when: 'before' }] })
    await expect(client().issue(await draft())).rejects.toMatchObject({ operation: 'GetPoliciesByNumber' })
    expect(asked('SetPolicy')).toBe(0)
  })

  test('one false “nothing” about the number is not enough for a second policy', async () => {
    const about = await draft()
    const issued = await client().issue(about)
    let lies = 1
    const lying = tampered(send, (text) =>
      text.includes('GetPoliciesByNumberResult') && lies-- > 0 ? text.replace(/<Policy>.*<\/Policy>/, '') : text,
    )
    expect(await client(lying).issue(about)).toEqual(issued)
    expect(asked('SetPolicy')).toBe(1)
  })

  test.each([
    ['SYSTEM_DELIMITER_ID', { insurerSystemId: 2 }],
    ['CLIENT_ID', { policyholderClientId: 5_000_001 }],
    ['DATE_BEG', { start: '2026-12-02' }],
    ['DATE_END', { end: '2027-11-29' }],
    ['PREMIUM', { premium: 28_876 }],
  ] as const)('a policy under our number with another %s is not ours, and none is set beside it', async (field, other) => {
    const about = await draft()
    await client().issue(about)
    const meant = { ...about, ...other }
    await expect(client().issue(meant)).rejects.toMatchObject({ operation: 'GetPoliciesByNumber', message: expect.stringContaining(field) })
    await expect(client().findByNumber(about.number, meant)).rejects.toThrow(field)
    expect(asked('SetPolicy')).toBe(1)
  })

  test.each([
    ['a date with reason 0', '<RESCINDING_DATE>05.12.2026</RESCINDING_DATE>', ''],
    ['a reason without a date', '', '<RESCINDING_REASON_ID>2</RESCINDING_REASON_ID>'],
  ])('%s is a policy that ended', async (_what, date, reason) => {
    const about = await draft()
    const { globalId, policyId } = await client().issue(about)
    const ended = client(
      tampered(send, (text) =>
        text.includes('PolicyBy') || text.includes('PoliciesBy')
          ? text
              .replace('<REWRITE_BOOL>', `${date}<REWRITE_BOOL>`)
              .replace(/<RESCINDING_REASON_ID>0<\/RESCINDING_REASON_ID>/, (as) => reason || as)
          : text,
      ),
    )
    expect((await ended.findByGlobalId(globalId))?.rescinded).not.toBeNull()
    await ended.rescind({ policyId, reason: 'terminated', on: '2026-12-09' })
    expect(asked('SetPolicyRescindingReason')).toBe(0)
    await expect(ended.issue(about)).rejects.toThrow('RESCINDING_DATE')
  })

  test.each([-1, 0])('SetPolicyRescindingReason that answers %i has done nothing, and says so', async (rescinding) => {
    const { policyId } = await client().issue(await draft())
    behave(world, { rescinding })
    await expect(client().rescind({ policyId, reason: 'terminated', on: '2026-12-09' })).rejects.toMatchObject({
      name: 'EsbdRefused',
      faultText: expect.stringContaining(`answered ${rescinding}`),
    })
  })

  test('their price comes back as they say it', async () => {
    behave(world, { priceOff: 1_000 })
    expect(await client().checkDraft(await draft())).toEqual({ premium: 29_875 })
  })

  test('a client without Born was born when the number says', async () => {
    const bornless = client(tampered(send, (text) => text.replace(/<Born>[^<]*<\/Born>/, '')))
    expect(await bornless.findPerson(nurlan)).toMatchObject({ birthDate: '1985-03-15' })
  })

  test('a document is written when they do not have it, once', async () => {
    const document = { ...passport, number: 'N 0000001' }
    await client().savePerson({ ...person, document })
    await client().savePerson({ ...person, document: { ...document, number: 'n0000001' } })
    expect([asked('SetClientDocuments'), asked('GetClientDocumentsListByID')]).toEqual([1, 2])
  })

  test('nil items, a windows-1251 answer and one in UTF-16 are read', async () => {
    behave(world, { nilItems: true })
    expect(await client().findPerson(nurlan)).toMatchObject({ iin: nurlan })
    const name = (await client().findPerson(nurlan))?.surname
    const wide: Send = async (ask) => {
      const reply = await send(ask)
      const body = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(reply.text.replace('utf-8', 'utf-16'), 'utf16le')])
      return { ...reply, body, text: body.toString('utf8') }
    }
    expect(await client(wide).findPerson(nurlan)).toMatchObject({ surname: name })
  })
})
