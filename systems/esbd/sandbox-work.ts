import { XMLParser } from 'fast-xml-parser'
import type { World } from '../sandbox-kit.ts'
import { isWire, type Wire } from './codec.ts'
import type { Operation } from './protocol.ts'
import { fromWireDate, replies } from './replies.ts'
import {
  addContract,
  clientIn,
  contractById,
  contractsByNumber,
  type Desk,
  Fault,
  living,
  NullReference,
  rescindContract,
  systemIdOf,
  text,
} from './sandbox-policies.ts'
import { classTextOf, samePaper, tables } from './sandbox-records.ts'

/**
 * Behaviour of this database if the contract leaves it open. The operator's own is unknown, so
 * tests try the client against each: `behave(world, { notFound: 'fault' })`.
 */
export type Manners = {
  /** Answer of a search without a result. */
  notFound: 'empty' | 'null' | 'fault'
  /** False: `online_bool`, which may be left out, is. */
  onlineBool: boolean
  /** Value of NYEAR: the year, nothing, zero, or the field is left out. */
  year: 'year' | 'empty' | 'left out' | 'zero'
  /** Every list ends with an item that is nil. */
  nilItems: boolean
  /** SearchVehicles finds nothing without a VIN, as the operator's description reads. */
  needsVin: boolean
  /** Added to the price that CalculatePolicyPremium answers. */
  priceOff: number
  /** Answer of SetPolicyRescindingReason; below 1 nothing has happened. */
  rescinding: number
  /** Milliseconds that the operation takes. */
  late: { [operation in Operation]?: number }
  /** Faults to come, each once: with this text, before or after the effect. */
  faults: { operation: Operation; text: string; when: 'before' | 'after' }[]
  /** `М` of GetClassText is the Cyrillic letter. */
  cyrillicClass: boolean
  /** Tables that are answered without a row, once. */
  emptyTables: string[]
}
const usual: Manners = {
  notFound: 'empty',
  onlineBool: true,
  year: 'year',
  nilItems: false,
  needsVin: false,
  priceOff: 0,
  rescinding: 1,
  late: {},
  faults: [],
  cyrillicClass: false,
  emptyTables: [],
}

const shelf = (world: World) => world.store<unknown>('esbd.manners')

export const mannersOf = (world: World): Manners => ({
  ...usual,
  ...Object.fromEntries(shelf(world)),
})

/** From now on; without arguments as at first. */
export function behave(world: World, manners?: Partial<Manners>): void {
  if (!manners) shelf(world).clear()
  for (const [name, value] of Object.entries(manners ?? {})) shelf(world).set(name, value)
}

/** Takes the fault that waits for this operation off the list. */
export function faultDue(
  world: World,
  operation: Operation,
  when: 'before' | 'after',
): string | null {
  const { faults } = mannersOf(world)
  const due = faults.find((one) => one.operation === operation && one.when === when)
  if (!due) return null
  shelf(world).set(
    'faults',
    faults.filter((one) => one !== due),
  )
  return due.text
}

/** True once for a table that is to be answered without rows. */
function emptyOnce(world: World, table: string): boolean {
  const { emptyTables } = mannersOf(world)
  if (!emptyTables.includes(table)) return false
  shelf(world).set(
    'emptyTables',
    emptyTables.filter((one) => one !== table),
  )
  return true
}

/** Executes each operation. */
export const work: Record<Operation, (input: Wire, desk: Desk) => unknown> = {
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
  GetPoliciesByPolicyDate({ aPolicyDate1, aPolicyDate2 }, { book }) {
    const [from, to] = [fromWireDate(text(aPolicyDate1)), fromWireDate(text(aPolicyDate2))]
    if (!from || !to || to < from) throw new Fault('Неверный формат даты')
    return book.byPolicyDate(from, to)
  },
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
