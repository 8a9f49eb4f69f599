import { XMLParser } from 'fast-xml-parser'
import type { SandboxAnswer, SandboxAsk, SandboxSystem, World } from '../sandbox-kit.ts'
import { xml } from '../sandbox-kit.ts'
import { isWire, type Wire } from './codec.ts'
import { isOperation, NAMESPACE, type Operation, operations } from './protocol.ts'
import { fromWireDate, replies } from './replies.ts'
import { answer, fault, type Letter, open, thrown } from './sandbox-envelope.ts'
import { emptyOnce, faultDue, mannersOf } from './sandbox-manners.ts'
import { Fault, NullReference, type PolicyBook, policyBook } from './sandbox-policies.ts'
import {
  addContract,
  contractById,
  contractsByNumber,
  rescindContract,
} from './sandbox-property.ts'
import { readRequest, Unreadable } from './sandbox-reader.ts'
import { classTextOf, type Records, records, samePaper } from './sandbox-records.ts'
import { tables } from './sandbox-tables.ts'
import { wsdl } from './wsdl.ts'

export { esbdPolicies } from './sandbox-policies.ts'

const PATH = '/esbd/IICWebService.asmx'
const SESSION_LIVES_MS = 20 * 60_000
type Session = { user: string; systemId: number; usedAt: number; busy: boolean }
type Desk = { world: World; records: Records; book: PolicyBook; sessions: Map<string, Session> }

/**
 * Their side: one .asmx with every operation, and its WSDL. Any user with a password may come in.
 */
export function esbdSandbox(world: World): SandboxSystem {
  const known = records(world)
  const desk: Desk = { world, records: known, book: policyBook(world, known), sessions: new Map() }
  return {
    system: 'esbd',
    routes: [
      {
        method: 'GET',
        path: PATH,
        operation: 'wsdl',
        handle: ({ query, headers }) =>
          'wsdl' in query || 'WSDL' in query
            ? xml(wsdl(`http://${headers.host ?? 'localhost'}${PATH}`))
            : { status: 404, body: 'wsdl' },
      },
      {
        method: 'POST',
        path: PATH,
        operation: (ask) => operationIn(ask.body),
        key: keysOf,
        iin: ({ body }) =>
          firstText(body, 'IIN') ??
          known.iinOf(Number(firstText(body, '(?:aClientId|aID|CLIENT_ID)'))),
        handle: (ask) => serve(desk, ask),
        error: ({ body }) => fault(versionOf(body), 'Внутренняя ошибка сервиса ЕСБД'),
      },
    ],
  }
}

async function serve(desk: Desk, ask: SandboxAsk): Promise<SandboxAnswer> {
  const letter = open(ask.body)
  if (typeof letter === 'string') return fault('1.1', letter)
  const { operation, version } = letter
  if (!isOperation(operation) || !actionFits(letter, ask.headers))
    return fault(
      version,
      `Server did not recognize the value of HTTP Header SOAPAction: ${ask.headers.soapaction ?? operation}.`,
    )
  const due = (when: 'before' | 'after') => faultDue(desk.world, operation, when)
  const manners = mannersOf(desk.world)
  try {
    const wait = manners.late[operation] ?? 0
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const early = due('before')
    if (early !== null) return fault(version, early)
    const result = await inSession(desk, operation, readRequest(operation, letter.input))
    const late = due('after')
    if (late !== null) return fault(version, late)
    return answer(
      letter,
      operations[operation].out,
      asThey(desk, operation, result),
      manners.nilItems,
    )
  } catch (cause) {
    if (cause instanceof Unreadable)
      return fault(
        version,
        `Server was unable to read request. ---> There is an error in XML document (1, 411). ---> ${cause.message}`,
      )
    if (cause instanceof NullReference)
      return fault(
        version,
        thrown(
          operation,
          'Object reference not set to an instance of an object.',
          'System.NullReferenceException',
        ),
      )
    if (cause instanceof Fault) return fault(version, thrown(operation, cause.message))
    throw cause
  }
}

/** What each search that found nothing says, where the manners are so. */
const missing: { [operation in Operation]?: string } = {
  GetClientsByKeyFields: 'Клиент не найден',
  GetClientByID: 'Клиент не найден',
  GetClientDocumentsListByID: 'Документы клиента не найдены',
  SearchVehicles: 'Транспортное средство не найдено',
  GetTFByNumber: 'Транспортное средство не найдено',
  GetPolicyByID: 'Полис не найден',
  GetPolicyByGlobalID: 'Полис не найден',
  GetPoliciesByNumber: 'Полис не найден',
  GetContractDsProperty_By_Id: 'Договор не найден',
  GetContractDsProperty_By_Number: 'Договор не найден',
}

/** The answer in one of the shapes that the contract allows. */
function asThey({ world }: Desk, operation: Operation, result: unknown): unknown {
  const { notFound, onlineBool } = mannersOf(world)
  const nothing = result === null || (Array.isArray(result) && result.length === 0)
  if (nothing && missing[operation] !== undefined && notFound !== 'empty') {
    if (notFound === 'fault') throw new Fault(missing[operation])
    return null
  }
  if (onlineBool) return result
  const without = (one: unknown) => (isWire(one) ? { ...one, online_bool: undefined } : one)
  return Array.isArray(result)
    ? result.map(without)
    : operations[operation].out === 'Policy'
      ? without(result)
      : result
}

/** Every business call needs a living session that is not serving another one. */
async function inSession(desk: Desk, operation: Operation, input: Wire): Promise<unknown> {
  if (operation === 'AuthenticateUser' || operation === 'SessionExists')
    return work[operation](input, desk)
  const session = living(desk, input.aSessionID ?? input.aSessionId)
  if (!session) throw new Fault('Сессия не найдена или истекла')
  if (session.busy) throw new Fault('Сессия занята другим запросом')
  session.busy = true
  try {
    // Long enough for a second request on the same session to meet the first.
    await new Promise((resolve) => setTimeout(resolve, 1))
    session.usedAt = desk.world.now().getTime()
    for (const given of [input.aPolicy, input.aCONTRACT_DS_PROPERTY])
      ownInsurer(session, operation, given)
    return work[operation](input, desk)
  } finally {
    session.busy = false
  }
}

/** `2-anything` is a login of insurer 2, one without a number of the first. */
const systemIdOf = (login: string): number => Number(/^(\d+)-/.exec(login)?.[1] ?? 1)

/** A login sets and prices its own insurer's contracts only. */
function ownInsurer({ systemId }: Session, operation: Operation, contract: unknown): void {
  if (
    isWire(contract) &&
    operation.startsWith('Set') &&
    Number(contract.SYSTEM_DELIMITER_ID) !== systemId
  )
    throw new Fault('Пользователь не имеет прав на договоры другой страховой организации')
}

function living({ sessions, world }: Desk, id: unknown): Session | null {
  const session = sessions.get(text(id))
  return session && Math.abs(world.now().getTime() - session.usedAt) <= SESSION_LIVES_MS
    ? session
    : null
}

const work: Record<Operation, (input: Wire, desk: Desk) => unknown> = {
  AuthenticateUser({ aName, aPassword }, { world, sessions }) {
    const name = text(aName)
    const refused = name === '' || !aPassword
    const user = {
      ID: 1,
      Name: name,
      SYSTEM_DELIMITER_ID: systemIdOf(name),
      Branch_ID: 77,
      LastRequestTime: world.now(),
      IsBusy: [...sessions.values()].some((one) => one.user === name && one.busy),
    }
    if (refused)
      return { ...user, IsAuthenticated: 0, ErrorMessage: 'Неверное имя пользователя или пароль' }
    const id = crypto.randomUUID()
    sessions.set(id, {
      user: name,
      systemId: systemIdOf(name),
      usedAt: world.now().getTime(),
      busy: false,
    })
    return { ...user, IsAuthenticated: 1, SessionID: id }
  },
  SessionExists: ({ aSessionID, aUserName }, desk) => living(desk, aSessionID)?.user === aUserName,
  GetServerDateTime: (_, { world }) => world.now(),

  GetItems({ aTableName }, { world }) {
    const table = Object.entries(tables).find(([name]) => name === aTableName)?.[1]
    if (!table) throw new Fault(`Справочник ${text(aTableName)} не найден`)
    if (emptyOnce(world, text(aTableName))) return []
    return table.map(({ id, name }) => ({ ID: id, Name: name }))
  },

  GetClientsByKeyFields({ aClient }, { records }) {
    const filter = clientIn(aClient)
    const found = records.client(filter.IIN)
    const fits =
      found &&
      (filter.RESIDENT_BOOL === -1 || filter.RESIDENT_BOOL === found.RESIDENT_BOOL) &&
      filter.Natural_Person_Bool !== 0
    return fits ? [found] : []
  },
  GetClientByID: ({ aID }, { records }) => records.clientById(Number(aID)),
  SetClient({ aClient }, { world, records }) {
    const client = clientIn(aClient)
    if (world.people.get(client.IIN)?.setClient === 'fault')
      throw new Fault('Клиент не прошёл проверку в государственной базе данных')
    if (!/^\d{12}$/.test(client.IIN)) throw new Fault('Неверный ИИН')
    if (client.First_Name === '' || client.Last_Name === '' || !fromWireDate(client.Born))
      throw new Fault('Не заполнены обязательные поля клиента')
    if (client.RESIDENT_BOOL < 0 || client.Natural_Person_Bool < 0)
      throw new Fault('Не указаны признаки клиента')
    return records.save(client.IIN, isWire(aClient) ? aClient : {})
  },
  GetClientDocumentsListByID: ({ aClientID }, { records }) => records.documents(Number(aClientID)),
  SetClientDocuments({ aClientDocuments: document }, { records }) {
    const read = replies.ClientDocument.safeParse(document)
    if (!read.success || !isWire(document)) throw new NullReference()
    const saved = records.addDocument(read.data.CLIENT_ID, document)
    if (!saved) throw new Fault('Клиент не найден')
    return saved
  },

  GetClassId({ aClientId, aDate }, { records }) {
    if (!fromWireDate(text(aDate))) throw new Fault('Неверный формат даты')
    return records.classId(Number(aClientId))
  },
  GetClassText({ aClassId }, { world }) {
    const found = classTextOf(Number(aClassId))
    if (found === null) throw new Fault('Класс не найден')
    return mannersOf(world).cyrillicClass ? found.replace('M', 'М') : found
  },

  SearchVehicles({ aVIN, aTF_NUMBER, aTF_REG_CERTIF }, { world, records }) {
    const vehicle = records.vehicle(text(aTF_NUMBER))
    const { year, needsVin } = mannersOf(world)
    // Guess: whether it always works without a VIN; some vehicles of the world it knows by theirs
    // alone.
    const byVin = needsVin || world.vehicles.get(text(aTF_NUMBER))?.searchedBy === 'vin'
    if (
      !vehicle ||
      !samePaper(vehicle.REG_CERT_NUM, aTF_REG_CERTIF) ||
      (byVin && text(aVIN) !== vehicle.VIN)
    )
      return []
    const years = { year: vehicle.NYEAR, empty: ' ', 'left out': null, zero: '0' }
    return [{ ...vehicle, NYEAR: years[year] }]
  },
  GetTFByNumber({ aTF_NUMBER }, { records }) {
    const vehicle = records.vehicle(text(aTF_NUMBER))
    return vehicle
      ? [{ TF_ID: vehicle.ID, TF_TYPE_ID: vehicle.TYPE_ID, VIN: vehicle.VIN, BORN: vehicle.NYEAR }]
      : []
  },

  SetPolicyDraft: ({ aPolicy }, { book }) =>
    book.check(isWire(aPolicy) ? aPolicy : null).CALCULATED_PREMIUM,
  CalculatePolicyPremium: ({ aPolicy }, { book, world }) =>
    Math.round(book.check(isWire(aPolicy) ? aPolicy : null).CALCULATED_PREMIUM) +
    mannersOf(world).priceOff,
  SetPolicy({ aPolicy }, { book }) {
    if (!isWire(aPolicy)) throw new NullReference()
    return book.add(aPolicy, book.check(aPolicy))
  },
  GetPolicyByID: ({ aPolicyID }, { book }) => book.byId(Number(aPolicyID)),
  GetPolicyByGlobalID: ({ aGlobalID }, { book }) => book.byGlobalId(text(aGlobalID)),
  GetPoliciesByNumber: ({ aPolicyNumber }, { book }) => book.byNumber(text(aPolicyNumber)),
  SetPolicyRescindingReason({ aPolicyId, aRescindingReasonId, aRescindingDate }, { book, world }) {
    const { rescinding } = mannersOf(world)
    if (rescinding > 0)
      book.rescind(Number(aPolicyId), Number(aRescindingReasonId), text(aRescindingDate))
    return rescinding
  },

  SetContractDsProperty: ({ aCONTRACT_DS_PROPERTY: contract }, { world, records }) =>
    addContract(world, records, isWire(contract) ? contract : null),
  GetContractDsProperty_By_Id: ({ aCONTRACT_ID }, { world }) =>
    contractById(world, Number(aCONTRACT_ID)),
  SetContractRescinding: ({ aCONTRACT_ID, aRESCINDING_REASON_ID, aRESCINDING_DATE }, { world }) =>
    rescindContract(
      world,
      Number(aCONTRACT_ID),
      Number(aRESCINDING_REASON_ID),
      text(aRESCINDING_DATE),
    ),
  GetContractDsProperty_By_Number: ({ aContractNumber }, { world }) =>
    contractsByNumber(world, text(aContractNumber)),

  GetMiddlemenByKeyFields: ({ aMiddleman }) =>
    isWire(aMiddleman) ? [{ ...aMiddleman, MIDDLEMAN_ID: 1, CLIENT_ID: 1 }] : [],

  Execute({ aRequest }, { book }) {
    const type = isWire(aRequest) ? aRequest.Type : null
    if (type !== 'GetVehicleOgpoInfo')
      return { ResultCode: 1, ErrorMessage: `Неизвестный тип запроса ${text(type)}` }
    const sent: unknown = new XMLParser({ parseTagValue: false }).parse(
      Buffer.from(isWire(aRequest) ? text(aRequest.Body) : '', 'base64').toString(),
    )
    const asked = isWire(sent) && isWire(sent.GetVehicleOgpoInfo) ? sent.GetVehicleOgpoInfo : {}
    const found = book.ofVehicle(Number(asked.VEHICLE_ID ?? 0), text(asked.REG_NUMBER))
    const names = ['GLOBAL_ID', 'POLICY_NUMBER', 'DATE_BEG', 'DATE_END', 'RESCINDING_DATE'] as const
    const rows = found.map(
      (policy) =>
        `<Policy>${names.map((name) => `<${name}>${policy[name]}</${name}>`).join('')}</Policy>`,
    )
    const body = `<VehicleOgpoInfo><Policies>${rows.join('')}</Policies></VehicleOgpoInfo>`
    return { ResultCode: 0, Body: Buffer.from(body).toString('base64') }
  },
}

/** The decoder leaves texts as strings and what was not sent as null. */
const text = (value: unknown): string => (typeof value === 'string' ? value : '')

function clientIn(value: unknown) {
  const client = replies.Client.safeParse(value)
  if (!client.success) throw new NullReference()
  return client.data
}

/**
 * SOAP 1.1 names the operation in a header, 1.2 may do so in the content type; neither may name
 * another one.
 */
function actionFits({ operation, version }: Letter, headers: Record<string, string>): boolean {
  const action =
    version === '1.1'
      ? headers.soapaction
      : /action="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1]
  return action === undefined
    ? version === '1.2'
    : action.replaceAll('"', '') === `${NAMESPACE}/${operation}`
}

const operationIn = (body: string): string =>
  /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(body)?.[1] ?? 'unknown'
const versionOf = (body: string): Letter['version'] =>
  body.includes('http://www.w3.org/2003/05/soap-envelope') ? '1.2' : '1.1'
const firstText = (body: string, name: string): string | undefined =>
  new RegExp(`<(?:\\w+:)?${name}>([^<]+)<`).exec(body)?.[1]

function keysOf({ body }: SandboxAsk): Record<string, string> {
  const keys = {
    number: firstText(body, '(?:POLICY_NUMBER|aPolicyNumber|aContractNumber|CONTRACT_NUMBER)'),
    globalId: firstText(body, 'aGlobalID'),
    policyId: firstText(body, '(?:aPolicyId|aPolicyID)'),
    plate: firstText(body, 'aTF_NUMBER'),
  }
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
