import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { giveToken } from '#systems/consent-sandbox.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { gkb, type RegisteredPerson } from '#systems/gkb/client.ts'
import { PERSON_PATH, personRequest, readPersonReply } from '#systems/gkb/protocol.ts'
import { gkbSandbox } from '#systems/gkb/sandbox.ts'
import { Unavailable } from '#systems/http.ts'
import { breaking, mutated, mutations } from './replies.ts'

const world = createWorld({})
const { send } = sending('gkb')
let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving(world, gkbSandbox(world))
})
afterAll(() => server.close())

const iin = '850315399904'
const agreed = giveToken(world, { iin, access: ['GBDFLUniversal_token'], ms: 86_400_000 })
const port = (through = send) =>
  gkb(
    {
      person: {
        address: `${server.address}${PERSON_PATH}`,
        login: 'qorgan',
        password: 'secret',
        userId: 'U1',
      },
      social: { address: `${server.address}/shep/social`, senderId: 'qorgan', password: 'secret' },
    },
    through,
  )

/**
 * A reply as published by the credit bureau in 2023, of an invented person: everything it says,
 * most of which nobody reads.
 */
const coded = (code: string, nameRu: string) =>
  `<code>${code}</code><nameRu>${nameRu}</nameRu><nameKz>${nameRu}</nameKz><changeDate>2013-09-19T09:45:40+06:00</changeDate>`
const document = (type: string, number: string, from: string, to: string, status: string) =>
  `<document><type>${coded(type, 'УДОСТОВЕРЕНИЕ РК')}</type><number>${number}</number><beginDate>${from}</beginDate><endDate>${to}</endDate><issueOrganization>${coded('002', 'МИНИСТЕРСТВО ВНУТРЕННИХ ДЕЛ РК')}</issueOrganization><status>${coded(status, 'ДОКУМЕНТ')}</status><invalidityDate>2011-11-29</invalidityDate><surname>ҮЛГІ</surname><name>АДАМ</name><patronymic>ОЙДАНҰЛЫ</patronymic><birthDate>1985-03-15</birthDate></document>`
const recorded = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
 <soap:Body><ns2:getPersonResponse xmlns:ns2="http://data.gbd.chdb.scb.kz/" xmlns:ns3="http://gbd.chdb.scb.kz/xml/person" xmlns:ns4="http://bip.bee.kz/SyncChannel/v10/Types"><return><ns3:Person>
 <responseInfo><messageId>129f9727-0000-4000-8000-000000000001</messageId><correlationId>pqg9</correlationId><responseDate>2023-03-01T16:35:01.094+06:00</responseDate><status><code>SCSS001</code><message>Message has been processed successfully</message></status><sessionId>{f0774397-0000-4000-8000-000000000001}</sessionId></responseInfo>
 <responseData><data xmlns:ns2="http://bip.bee.kz/SyncChannel/v10/Types" xmlns:ns3="http://bip.bee.kz/SyncChannel/v10/Interfaces"><messageId>129f9727</messageId><requestId>pqg9</requestId><sender><code>GBDFL</code><changeDate xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/></sender><messageResult><code>00000</code><nameRu>Сообщение успешно обработано</nameRu><changeDate xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"/></messageResult>
 <persons><person><iin>${iin}</iin><surname>ҮЛГІ</surname><name>АДАМ</name><patronymic>ОЙДАНҰЛЫ</patronymic><engFirstName>ADAM</engFirstName><engSurname>ULGI</engSurname><birthDate>1985-03-15</birthDate><gender>${coded('1', 'Мужской')}</gender><nationality>${coded('005', 'КАЗАХ')}</nationality><citizenship>${coded('398', 'КАЗАХСТАН')}</citizenship><lifeStatus>${coded('0', 'Нормальный')}</lifeStatus><birthPlace><country>${coded('398', 'КАЗАХСТАН')}</country><city>-</city></birthPlace><regAddress><country>${coded('398', 'КАЗАХСТАН')}</country><street>КӨШЕ</street><building>1</building><flat>4</flat><beginDate>2014-05-19</beginDate><status>${coded('1', 'Зарегистрирован')}</status><arCode>0201000000000001</arCode></regAddress>
 <documents>${document('002', '015000001', '2004-03-18', '2011-04-26', '17')}${document('002', '049000002', '2021-09-15', '2031-09-14', '00')}${document('001', 'N0000003', '2013-11-04', '2023-11-03', '18')}</documents></person></persons></data></responseData></ns3:Person></return></ns2:getPersonResponse></soap:Body></soap:Envelope>`

test('a published reply is read whole', async () => {
  expect(readPersonReply(recorded)).toMatchObject({ status: 'SCSS001', result: '00000' })
  expect(await port(breaking(send, () => recorded).send).person(iin, agreed)).toEqual({
    iin,
    surname: 'ҮЛГІ',
    name: 'АДАМ',
    patronymic: 'ОЙДАНҰЛЫ',
    birthDate: '1985-03-15',
    sex: 'male',
    citizenship: '398',
    alive: true,
    addressCode: '0201000000000001',
    documents: [
      expect.objectContaining({ type: 'ID_CARD', number: '015000001', valid: false }),
      expect.objectContaining({
        type: 'ID_CARD',
        number: '049000002',
        validTo: '2031-09-14',
        valid: true,
      }),
      expect.objectContaining({ type: 'PASSPORT', number: 'N0000003', valid: false }),
    ],
  })
})

describe('each difference, put back, breaks', () => {
  const old = async (body: string) =>
    (
      await fetch(`${server.address}${PERSON_PATH}`, {
        method: 'POST',
        headers: { authorization: 'Basic cTpz' },
        body,
      })
    ).text()
  const now = () =>
    personRequest('U1', iin, { kdpToken: agreed.token, publicKey: agreed.publicKey })
  test('as it is now it is answered', async () => {
    expect(await old(now())).toContain('SCSS001')
  })
  test.each<[string, (text: string) => string, string]>([
    ['no token', (text) => text.replace(/<kdpToken>.*<\/kdpToken>/s, ''), 'SBF-AD-1'],
    ['no public key', (text) => text.replace(/<publicKey>.*<\/publicKey>/s, ''), 'SBF-AD-1'],
    ['another’s token', (text) => text.replace(iin, '580210499908'), 'SBF-AD-1'],
    ['a consent that is not confirmed', (text) => text.replace('>true<', '>false<'), 'Fault'],
  ])('%s', async (_, change, answer) => {
    const text = await old(change(now()))
    expect(text).toContain(answer)
    expect(text).not.toContain('SCSS001')
  })
  test('an IIN nobody has is SCSE001 and no failure; their failure is FAULT and nobody’s absence', async () => {
    const nobody = '990101399990'
    const consent = giveToken(world, {
      iin: nobody,
      access: ['GBDFLUniversal_token'],
      ms: 86_400_000,
    })
    expect(await port().person(nobody, consent)).toBeNull()
    world.faults.push({ system: 'gkb', mode: 'error', times: 3 })
    await expect(port().person(iin, agreed)).rejects.toThrow('their service failed: FAULT-015')
    world.faults.length = 0
  })
})

/**
 * Whether nothing in it is better than in the whole one: nobody is another, no document that was
 * not valid became so.
 */
const noBetter = (whole: RegisteredPerson, broken: RegisteredPerson): boolean =>
  broken.iin === whole.iin &&
  broken.documents.every(
    ({ valid, number }) =>
      !valid || !whole.documents.some((one) => one.number === number && !one.valid),
  )

test('getPerson: a broken reply is unclear or the same person, never nobody and never told aloud', async () => {
  const wholes = {
    sandbox: await port().person(iin, agreed),
    recorded: await port(breaking(send, () => recorded).send).person(iin, agreed),
  }
  for (let seed = 1; seed <= mutations; seed++) {
    for (const source of ['sandbox', 'recorded'] as const) {
      const change = (text: string) => mutated(source === 'sandbox' ? text : recorded, seed)
      const answer = await port(breaking(send, change).send)
        .person(iin, agreed)
        .catch((cause: unknown) => cause)
      const told = `seed ${seed}, ${source}: ${answer instanceof Error ? answer.message : 'a person'}`
      expect(answer, told).not.toBeNull()
      if (answer instanceof Error) {
        expect(answer, told).toBeInstanceOf(Unavailable)
        expect(answer.message, told).not.toMatch(/850315399904|ҮЛГІ|Әбдіқадыров/)
      } else
        expect(noBetter(wholes[source] as RegisteredPerson, answer as RegisteredPerson), told).toBe(
          true,
        )
    }
  }
})

test('social status: a broken reply is unclear or the same groups, never a benefit that is not there', async () => {
  for (let seed = 1; seed <= mutations; seed++) {
    const answer = await port(breaking(send, (text) => mutated(text, seed)).send)
      .socialStatus(iin, agreed)
      .catch((cause: unknown) => cause)
    const told = `seed ${seed}: ${answer instanceof Error ? answer.message : JSON.stringify(answer)}`
    if (answer instanceof Error) expect(answer, told).toBeInstanceOf(Unavailable)
    else expect((answer as { privilege: boolean }).privilege, told).toBe(false)
  }
})
