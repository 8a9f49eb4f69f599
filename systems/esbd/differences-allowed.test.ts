import { describe, expect, test } from 'vitest'
import { car, differenceKit, nurlan, passport, person } from '#tests/esbd-differences.ts'
import { tampered } from '../exchange-kit.ts'
import type { Send } from '../http.ts'
import { EsbdRefused, NotInTariff } from './client.ts'
import { esbdPolicies } from './sandbox.ts'
import { behave } from './sandbox-work.ts'

/**
 * The other half of `differences.test.ts`: answers that the contract allows and that this client
 * once did not understand, or misunderstood.
 */
const { world, send, client, asked, draft, home } = differenceKit()

describe('an answer that the contract allows', () => {
  test('a Fault of SetPolicy that speaks of a session decides nothing: the policy is found, SetPolicy was sent once', async () => {
    for (const text of [
      'System.NullReferenceException: Object reference not set to an instance of an object.\n   at IICWebService.SetPolicy(String aSessionID, Policy aPolicy)',
      'ORA-00028: your session has been killed',
    ]) {
      const about = await draft()
      behave(world, { faults: [{ operation: 'SetPolicy', text, when: 'after' }] })
      const issued = await client().issue(about)
      expect(esbdPolicies(world).filter(({ number }) => number === about.number)).toEqual([
        { ...issued, rescinded: false },
      ])
    }
    expect(asked('SetPolicy')).toBe(2)
  })

  test('the same Fault with nothing behind it is unclear, and is not sent again by itself', async () => {
    behave(world, {
      faults: [
        { operation: 'SetPolicy', text: 'ORA-00028: your session has been killed', when: 'before' },
      ],
    })
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
    behave(world, {
      faults: [
        {
          operation: 'SearchVehicles',
          text: 'ORA-00028: your session has been killed',
          when: 'before',
        },
      ],
    })
    await expect(database.findVehicle(car)).rejects.toBeInstanceOf(EsbdRefused)
    expect([asked('SearchVehicles'), asked('AuthenticateUser')]).toEqual([1, 1])
  })

  test('online_bool left out', async () => {
    behave(world, { onlineBool: false })
    const about = await draft()
    const issued = await client().issue(about)
    expect(await client().findByNumber(about.number, about)).toMatchObject(issued)
  })

  test.each(['empty', 'left out', 'zero'] as const)(
    'NYEAR %s: the year is that of the vehicle’s own record',
    async (year) => {
      behave(world, { year })
      expect(await client().findVehicle(car)).toMatchObject({ year: 2020 })
      const born = (as: string) =>
        client(
          tampered(send, (text) => text.replace(/<BORN>\d+<\/BORN>/, `<BORN>${as}</BORN>`)),
        ).findVehicle(car)
      expect(await born('14.06.2020')).toMatchObject({ year: 2020 })
      for (const no of ['20', '01.13.2026', '2026-02-30'])
        await expect(born(no)).rejects.toMatchObject({ name: 'NotInTariff', field: 'NYEAR' })
    },
  )

  test('a vehicle that is only found by its VIN, where the setting says so', async () => {
    behave(world, { needsVin: true })
    expect(await client().findVehicle(car)).toBeNull()
    expect(await client(send, { vehiclesBy: 'vin' }).findVehicle(car)).toMatchObject({
      plate: car.plate,
      year: 2020,
    })
  })

  test('a class with the Cyrillic «М» is M; a text that is no class is refused and not kept', async () => {
    const holder = [...world.people.values()].find(({ bonusMalus }) => bonusMalus.kind === 'CLASS')
    if (!holder) throw new Error('nobody has a class')
    const was = holder.bonusMalus
    holder.bonusMalus = { kind: 'CLASS', class: 'M' }
    behave(world, { cyrillicClass: true })
    const odd = { text: 'Ж' as string | null }
    const database = client(
      tampered(send, (text) =>
        odd.text ? text.replace(/(<GetClassTextResult>)[^<]+/, `$1${odd.text}`) : text,
      ),
    )
    const clientId = (await database.findPerson(holder.iin))?.clientId ?? 0
    await expect(database.bonusMalus(clientId, '2026-11-20')).rejects.toThrow('«Ж», which is none')
    odd.text = null
    expect(await database.bonusMalus(clientId, '2026-11-20')).toEqual({ kind: 'CLASS', class: 'M' })
    holder.bonusMalus = was
  })

  test('a table without rows is no answer and is not kept', async () => {
    behave(world, { emptyTables: ['REGIONS'] })
    const database = client()
    await expect(database.findVehicle(car)).rejects.toMatchObject({
      name: 'Unavailable',
      operation: 'GetItems',
    })
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
    const named = tampered(send, (text) =>
      text.replace('<Name>г. Алматы</Name>', `<Name>${name}</Name>`),
    )
    expect(await client(named).findVehicle(car)).toMatchObject({ region: code })
  })

  test.each(['г. Байконур', 'Область', ''])(
    'a region named «%s» has no price, until the operator’s id is set',
    async (name) => {
      const named = tampered(send, (text) =>
        text.replace('<Name>г. Алматы</Name>', `<Name>${name}</Name>`),
      )
      const refused = client(named).findVehicle(car)
      await expect(refused).rejects.toBeInstanceOf(NotInTariff)
      await expect(refused).rejects.toMatchObject({
        field: 'REGION_ID',
        message: expect.stringContaining('15'),
      })
      const told = [{ table: 'REGIONS', id: 15, code: 'ALMATY_CITY' }]
      expect(await client(named, { tables: told }).findVehicle(car)).toMatchObject({
        region: 'ALMATY_CITY',
      })
    },
  )

  test.each([
    ['TYPE_ID', /<TYPE_ID>\d+/, '<TYPE_ID>15', 'Спец.техника'],
    ['BIG_CITY_BOOL', /<BIG_CITY_BOOL>1/, '<BIG_CITY_BOOL>-1', '-1'],
  ] as const)(
    '%s without a line in the tariff is said by its name',
    async (field, from, to, said) => {
      const odd = client(tampered(send, (text) => text.replace(from, to)))
      await expect(odd.findVehicle(car)).rejects.toMatchObject({
        name: 'NotInTariff',
        field,
        message: expect.stringContaining(said),
      })
    },
  )

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
    expect(await database.registerHome(await home())).toMatchObject({
      contractId: expect.any(Number),
    })
    await database.savePerson({ ...person, document: { ...passport, number: `N${notFound}` } })
  })

  test('a Fault of the search that is about something else is not “not found”: no policy is set', async () => {
    behave(world, {
      faults: [
        { operation: 'GetPoliciesByNumber', text: 'Пользователь не найден', when: 'before' },
      ],
    })
    await expect(client().issue(await draft())).rejects.toMatchObject({
      operation: 'GetPoliciesByNumber',
    })
    expect(asked('SetPolicy')).toBe(0)
  })

  test('one false “nothing” about the number is not enough for a second policy', async () => {
    const about = await draft()
    const issued = await client().issue(about)
    let lies = 1
    const lying = tampered(send, (text) =>
      text.includes('GetPoliciesByNumberResult') && lies-- > 0
        ? text.replace(/<Policy>.*<\/Policy>/, '')
        : text,
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
  ] as const)(
    'a policy under our number with another %s is not ours, and none is set beside it',
    async (field, other) => {
      const about = await draft()
      await client().issue(about)
      const meant = { ...about, ...other }
      await expect(client().issue(meant)).rejects.toMatchObject({
        operation: 'GetPoliciesByNumber',
        message: expect.stringContaining(field),
      })
      await expect(client().findByNumber(about.number, meant)).rejects.toThrow(field)
      expect(asked('SetPolicy')).toBe(1)
    },
  )

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

  test.each([-1, 0])(
    'SetPolicyRescindingReason that answers %i has done nothing, and says so',
    async (rescinding) => {
      const { policyId } = await client().issue(await draft())
      behave(world, { rescinding })
      await expect(
        client().rescind({ policyId, reason: 'terminated', on: '2026-12-09' }),
      ).rejects.toMatchObject({
        name: 'EsbdRefused',
        faultText: expect.stringContaining(`answered ${rescinding}`),
      })
    },
  )

  test('their price comes back as they say it', async () => {
    behave(world, { priceOff: 1_000 })
    expect(await client().checkDraft(await draft())).toEqual({ premium: 29_875 })
  })

  test('a client without Born was born when the number says', async () => {
    for (const born of ['', '<Born>01.01.0001</Born>', '<Born>01.01.0001 0:00:00</Born>']) {
      const bornless = client(tampered(send, (text) => text.replace(/<Born>[^<]*<\/Born>/, born)))
      expect(await bornless.findPerson(nurlan)).toMatchObject({ birthDate: '1985-03-15' })
    }
  })

  test('a patronymic that says there is none is none', async () => {
    const named = client(
      tampered(send, (text) => text.replace(/<Middle_Name>[^<]*</, '<Middle_Name>НЕТ<')),
    )
    expect(await named.findPerson(nurlan)).toMatchObject({ patronymic: '' })
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
      const body = Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(reply.text.replace('utf-8', 'utf-16'), 'utf16le'),
      ])
      return { ...reply, body, text: body.toString('utf8') }
    }
    expect(await client(wide).findPerson(nurlan)).toMatchObject({ surname: name })
  })
})
