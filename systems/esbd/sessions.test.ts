import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { sending, serving, tampered } from '../exchange-kit.ts'
import { Unavailable } from '../http.ts'
import type { CallMode } from '../sandbox-kit.ts'
import { type EsbdConfig, EsbdRefused, esbd, type InsuranceDatabase } from './client.ts'
import { NAMESPACE, operations } from './protocol.ts'
import { esbdSandbox } from './sandbox.ts'

const nurlan = '850315399904'
const plate = '123ABC02'
const techPassport = 'AB12345678'

const world = createWorld()
const { send, journal: calls } = sending('esbd')
let server: Awaited<ReturnType<typeof serving>>
const addressOf = (of: { address: string }) => `${of.address}/esbd/IICWebService.asmx`

function client(more: Partial<EsbdConfig> = {}, through = send): InsuranceDatabase {
  const users = [{ name: 'qorgan-1', password: 'secret' }]
  return esbd({ addresses: [addressOf(server)], users, limitMs: 8_000, ...more }, through)
}
const operationsOf = (name: string) => world.journal.filter((line) => line.operation === name)
const broken = (mode: CallMode, operation: string, times = 1) =>
  world.faults.push({ system: 'esbd', operation, mode, times })

beforeAll(async () => {
  server = await serving(world, esbdSandbox(world))
})
afterAll(() => server.close())
beforeEach(() => {
  calls.length = 0
  world.faults.length = 0
  world.journal.length = 0
})

describe('sessions, hosts and faults', () => {
  test('a session that expired is replaced once and the call is made again', async () => {
    const database = client()
    await database.findPerson(nurlan)
    await world.setNow(new Date(world.now().getTime() + 21 * 60_000).toISOString())
    expect(await database.findPerson(nurlan)).not.toBeNull()
    expect(operationsOf('AuthenticateUser')).toHaveLength(2)
    await world.setNow(null)
  })

  test.each(['SetClient', 'SetClientDocuments'])(
    'a session that expires just before %s is replaced, and what is missing is written once',
    async (operation) => {
      const number = `N${operation.length}`
      const person = {
        iin: '010101500000',
        surname: 'Сәрсенов',
        name: 'Ерасыл',
        patronymic: '',
        birthDate: '2001-01-01',
        sex: 'M',
        resident: true,
        document: { type: 'PASSPORT', number, issueDate: '2020-02-29', issuer: 'ІІМ' },
      } as const
      const documentsWritten = () =>
        world.journal.filter((line) => line.operation === 'SetClientDocuments').length
      await client().savePerson({ ...person, document: { ...person.document, number: 'N1' } })
      const before = documentsWritten()
      let expired = false
      const expiring: typeof send = async (ask) => {
        if (ask.operation === operation && !expired) {
          expired = true
          await world.setNow(new Date(world.now().getTime() + 21 * 60_000).toISOString())
        }
        return send(ask)
      }
      const database = client({}, expiring)
      const { clientId } = await database.savePerson(person)
      expect((await database.findPerson(person.iin))?.clientId).toBe(clientId)
      expect(expired).toBe(true)
      expect(operationsOf('AuthenticateUser')).toHaveLength(3)
      // The try that met no session, and the one that wrote.
      expect(documentsWritten() - before).toBe(operation === 'SetClientDocuments' ? 2 : 1)
      await world.setNow(null)
    },
  )

  test('twenty look-ups at once share four sessions, one request at a time each', async () => {
    const users = [1, 2, 3, 4].map((n) => ({ name: `qorgan-${n}`, password: 'secret' }))
    const database = client({ users })
    const found = await Promise.all(Array.from({ length: 20 }, () => database.findPerson(nurlan)))
    expect(found.every((person) => person?.iin === nurlan)).toBe(true)
    expect(operationsOf('AuthenticateUser')).toHaveLength(4)
  })

  test('who waits for a session past the limit is told without being sent', async () => {
    const database = client({ limitMs: 150 })
    broken('timeout', 'GetClientsByKeyFields')
    const [first, second] = await Promise.allSettled([
      database.findPerson(nurlan),
      database.findVehicle({ plate, techPassport }),
    ])
    expect(first).toMatchObject({ reason: { message: expect.stringContaining('time limit') } })
    expect(second).toMatchObject({
      reason: { message: expect.stringContaining('busy'), mayHaveHappened: false },
    })
    expect(operationsOf('SearchVehicles')).toHaveLength(0)
  })

  test('of two equal hosts with one down every call is answered, and the dead one is left aside', async () => {
    const other = await serving(world, esbdSandbox(world))
    const dead = addressOf(other)
    await other.close()
    const database = client({ addresses: [dead, addressOf(server)] })
    for (let i = 0; i < 4; i += 1) expect(await database.health()).toBe(true)
    // A call that outlived its verb is journalled later, and proves no dead host.
    expect(calls.filter(({ note }) => note?.includes('ECONNREFUSED'))).toHaveLength(1)
    expect(await client({ addresses: [dead] }).health()).toBe(false)
  })

  test('a person whose registers hang ends in Unavailable within the limit', async () => {
    await expect(client({ limitMs: 900 }).findPerson('950303499901')).rejects.toBeInstanceOf(
      Unavailable,
    )
  })

  test('sessions are spread over two hosts, and a host that comes to know a session late makes a new one', async () => {
    const elsewhere = createWorld()
    const other = await serving(elsewhere, esbdSandbox(elsewhere))
    const users = ['a', 'b'].map((name) => ({ name, password: 'secret' }))
    const database = client({ addresses: [addressOf(server), addressOf(other)], users })
    await Promise.all([database.health(), database.health()])
    expect(operationsOf('AuthenticateUser')).toHaveLength(1)
    expect(
      elsewhere.journal.filter(({ operation }) => operation === 'AuthenticateUser'),
    ).toHaveLength(1)
    await other.close()
    for (let i = 0; i < 4; i += 1) expect(await database.findPerson(nurlan)).not.toBeNull()
    expect(operationsOf('AuthenticateUser')).toHaveLength(2)
  })

  test('both versions of SOAP are answered, Faults included', async () => {
    const database = client({ soap12: true })
    expect(await database.findPerson(nurlan)).toMatchObject({ iin: nurlan })
    await expect(database.bonusMalus(1, 'never')).rejects.toMatchObject({
      faultText: expect.stringContaining('Неверный формат даты'),
    })
  })

  test('a wrong password is a refusal, not a silence', async () => {
    const users = [{ name: 'qorgan-1', password: '' }]
    await expect(client({ users }).findPerson(nurlan)).rejects.toMatchObject({
      name: 'EsbdRefused',
      operation: 'AuthenticateUser',
    })
    expect(await client({ users }).health()).toBe(false)
  })

  test.each([
    ['error', EsbdRefused],
    ['garbage', Unavailable],
    ['timeout', Unavailable],
  ] as const)(
    'a look-up in mode %s ends as it must and nothing is swallowed',
    async (mode, kind) => {
      broken(mode, 'SearchVehicles')
      const failure = await client()
        .findVehicle({ plate, techPassport })
        .catch((cause: unknown) => cause)
      expect(failure).toBeInstanceOf(kind)
      expect(await client().findVehicle({ plate, techPassport })).not.toBeNull()
    },
  )

  test.each([
    [
      'of another operation',
      '<s:Body><GetItemsResponse xmlns="https://icweb/IICWebService"/></s:Body>',
    ],
    ['that is empty', '<s:Body></s:Body>'],
    ['that is cut off', '<s:Body><GetClientsByKeyFieldsResponse>'],
  ])('an answer %s is unreadable, never "not found"', async (_what, inner) => {
    const start = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">'
    const odd = tampered(send, (text) =>
      text.includes('GetClientsByKeyFieldsResponse') ? `${start}${inner}</s:Envelope>` : text,
    )
    await expect(client({}, odd).findPerson(nurlan)).rejects.toMatchObject({
      name: 'Unavailable',
      operation: 'GetClientsByKeyFields',
      message: expect.stringContaining('unreadable'),
    })
  })

  test('a safe look-up survives one lost connection', async () => {
    broken('reset', 'SearchVehicles')
    expect(await client().findVehicle({ plate, techPassport })).toMatchObject({ plate })
  })
})

describe('the sandbox is as strict as the service', () => {
  const envelope = (body: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`
  const post = async (operation: string, body: string) => {
    const headers = {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"${NAMESPACE}/${operation}"`,
    }
    const reply = await fetch(addressOf(server), { method: 'POST', headers, body: envelope(body) })
    return { status: reply.status, text: await reply.text() }
  }
  const session = async () => {
    const reply = await post(
      'AuthenticateUser',
      `<AuthenticateUser xmlns="${NAMESPACE}"><aName>a</aName><aPassword>b</aPassword></AuthenticateUser>`,
    )
    return /<SessionID>([^<]+)</.exec(reply.text)?.[1]
  }

  test('the WSDL names its own address, every operation and mandatory integers', async () => {
    const text = await (await fetch(`${addressOf(server)}?wsdl`)).text()
    expect(text).toContain(`<soap:address location="${addressOf(server)}"/>`)
    expect(text).toContain(`<soap12:address location="${addressOf(server)}"/>`)
    for (const name of Object.keys(operations))
      expect(text).toContain(`soapAction="${NAMESPACE}/${name}"`)
    expect(text).toContain(
      '<s:element minOccurs="1" maxOccurs="1" name="REWRITE_POLICY_ID" type="s:int"/>',
    )
  })

  const classOf = (id: string | undefined, fields: string, namespace = NAMESPACE) =>
    `<GetClassId xmlns="${namespace}"><aSessionID>${id}</aSessionID>${fields}</GetClassId>`

  test('it reads as XmlSerializer does: any order, unknown dropped, a missing number 0, a value of another type refused', async () => {
    const id = await session()
    const told = { status: 200, text: expect.stringContaining('<GetClassIdResult>0<') }
    const whole = '<aClientId>1</aClientId><aDate>20.11.2026</aDate><aTFId>0</aTFId>'
    expect(await post('GetClassId', classOf(id, whole))).toMatchObject(told)
    expect(
      await post(
        'GetClassId',
        classOf(id, '<aTFId>0</aTFId><new>x</new><aDate>20.11.2026</aDate>'),
      ),
    ).toMatchObject(told)
    expect(await post('GetClassId', classOf(id, whole.replace('>1<', '>one<')))).toMatchObject({
      status: 500,
      text: expect.stringContaining('Input string was not in a correct format.'),
    })
  })

  test('a missing structure is null and is used all the same; the stack names the parameter aSessionID', async () => {
    const id = await session()
    const reply = await post(
      'SetPolicy',
      `<SetPolicy xmlns="${NAMESPACE}"><aSessionID>${id}</aSessionID></SetPolicy>`,
    )
    expect(reply).toMatchObject({
      status: 500,
      text: expect.stringContaining('Object reference not set to an instance of an object.'),
    })
    expect(reply.text).toContain('IICWebService.SetPolicy(String aSessionID, Policy aPolicy)')
  })

  test('no session, another namespace and another SOAPAction are Faults', async () => {
    const id = await session()
    const whole = '<aClientId>1</aClientId><aDate>20.11.2026</aDate><aTFId>0</aTFId>'
    expect((await post('GetClassId', classOf(id, whole, 'urn:other'))).status).toBe(500)
    expect((await post('GetClassText', classOf(id, whole))).status).toBe(500)
    expect(
      (await post('GetClassId', `<GetClassId xmlns="${NAMESPACE}">${whole}</GetClassId>`)).text,
    ).toContain('Сессия не найдена')
  })
})
