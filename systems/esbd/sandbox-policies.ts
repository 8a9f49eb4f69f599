import { z } from 'zod'
import { almatyDay } from '#domain/calendar.ts'
import type { World } from '../sandbox-kit.ts'
import { isWire, listOf, type Wire } from './codec.ts'
import { fromWireDate, replies, toWireDate, type WirePolicy } from './replies.ts'
import { classTextOf, type Records, samePaper } from './sandbox-records.ts'

/** A business no of their side: becomes a Fault with this text. */
export class Fault extends Error {}
/** A structure that was not sent is null, and is used all the same. */
export class NullReference extends Error {}

const Draft = replies.Policy.extend({
  BRANCH_ID: z.int(),
  PAYMENT_ORDER_TYPE_ID: z.int(),
  PAYMENT_TYPE_ID: z.int(),
  Drivers: z.array(replies.Policy.shape.Drivers.element.extend({ HOUSEHOLD_POSITION_ID: z.int() })),
})
type Draft = z.infer<typeof Draft>

/**
 * The policies of this database. Two `SetPolicy` calls make two policies, whatever their numbers:
 * it has no idempotency key.
 */
export function policyBook(world: World, records: Records) {
  const book = world.store<Wire>('esbd.policies')
  const byId = (id: number) => book.get(String(id)) ?? null
  const where = (fits: (wire: Wire) => boolean): Wire[] => [...book.values()].filter(fits)

  return {
    byId,
    byGlobalId: (globalId: string): Wire | null =>
      where((wire) => wire.GLOBAL_ID === globalId)[0] ?? null,
    byNumber: (number: string): Wire[] => where((wire) => wire.POLICY_NUMBER === number),
    byPolicyDate: (from: string, to: string): Wire[] =>
      where((wire) => {
        const day = fromWireDate(replies.Policy.parse(wire).POLICY_DATE) ?? ''
        return day >= from && day <= to
      }),
    ofVehicle: (vehicleId: number, plate: string): WirePolicy[] =>
      where((wire) =>
        listOf(wire.PoliciesTF).some(
          (car) =>
            isWire(car) &&
            ((vehicleId > 0 && car.TF_ID === vehicleId) ||
              (plate !== '' && car.TF_NUMBER === plate)),
        ),
      ).map((wire) => replies.Policy.parse(wire)),

    /** Faults for a draft that contradicts itself or the records. */
    check(draft: Wire | null): Draft {
      if (draft === null) throw new NullReference()
      const policy = Draft.safeParse(draft)
      if (!policy.success) throw new NullReference()
      const why = contradiction(policy.data, records, byId)
      if (why) throw new Fault(why)
      return policy.data
    },

    add(draft: Wire, policy: WirePolicy): Wire {
      const id = 40_000_000 + world.next('esbd.policy')
      const today = toWireDate(almatyDay(world.now()))
      const stored: Wire = {
        ...draft,
        POLICY_ID: id,
        GLOBAL_ID: globalIdOf(id),
        RESCINDING_DATE: '',
        RESCINDING_REASON_ID: 0,
        INPUT_DATE: today,
        RECORD_CHANGED_AT: today,
        Drivers: numbered(draft.Drivers, { POLICY_ID: id }, 'DRIVER_ID'),
        PoliciesTF: numbered(draft.PoliciesTF, { POLICY_ID: id }, 'POLICY_TF_ID'),
        // Linked only: the replaced policy stays in force until it is rescinded on its own.
        REWRITE_POLICY_ID: policy.REWRITE_BOOL === 1 ? policy.REWRITE_POLICY_ID : 0,
      }
      book.set(String(id), stored)
      world.saved()
      return stored
    },

    rescind(id: number, reasonId: number, date: string): void {
      const stored = byId(id)
      if (!stored) throw new Fault('Договор не найден')
      if (replies.Policy.parse(stored).RESCINDING_DATE !== '')
        throw new Fault('Договор уже расторгнут')
      if (reasonId < 1 || reasonId > 8) throw new Fault('Неизвестная причина расторжения')
      if (!fromWireDate(date)) throw new Fault('Неверная дата расторжения')
      book.set(String(id), { ...stored, RESCINDING_DATE: date, RESCINDING_REASON_ID: reasonId })
      world.saved()
    },
  }
}
type PolicyBook = ReturnType<typeof policyBook>

/** Returns the database's records, for tests and the control page. */
export function esbdPolicies(
  world: World,
): { number: string; globalId: string; policyId: number; rescinded: boolean }[] {
  return [...world.store<Wire>('esbd.policies').values()].map((wire) => {
    const policy = replies.Policy.parse(wire)
    return {
      number: policy.POLICY_NUMBER,
      globalId: policy.GLOBAL_ID,
      policyId: policy.POLICY_ID,
      rescinded: policy.RESCINDING_DATE !== '',
    }
  })
}

function contradiction(
  policy: Draft,
  records: Records,
  byId: (id: number) => Wire | null,
): string | null {
  const [start, end, date] = [policy.DATE_BEG, policy.DATE_END, policy.POLICY_DATE].map(
    fromWireDate,
  )
  if (policy.POLICY_NUMBER === '') return 'Не указан номер договора'
  // The operator's words in `eurasia-insurance/esbd-dao` are "Филиал (обязательно)".
  if (policy.BRANCH_ID <= 0) return 'Не указан филиал'
  // Guess: that these zeros are refused; a known client sends none of them.
  if (policy.PAYMENT_ORDER_TYPE_ID <= 0 || policy.PAYMENT_TYPE_ID <= 0)
    return 'Не указан порядок оплаты'
  if (policy.Drivers.some((driver) => driver.HOUSEHOLD_POSITION_ID <= 0))
    return 'Не указано семейное положение'
  if (policy.SYSTEM_DELIMITER_ID <= 0) return 'Не указана страховая организация'
  if (!start || !end || !date) return 'Неверный формат даты'
  if (end <= start || date > start) return 'Неверный период страхования'
  if (policy.PREMIUM <= 0 || policy.CALCULATED_PREMIUM <= 0) return 'Не указана страховая премия'
  if (!records.clientById(policy.CLIENT_ID)) return 'Страхователь не найден'
  if (policy.Drivers.length === 0 || policy.PoliciesTF.length === 0)
    return 'Нет застрахованных или транспортных средств'
  if (policy.REWRITE_BOOL === 1 && !byId(policy.REWRITE_POLICY_ID))
    return 'Переоформляемый договор не найден'
  if (policy.REWRITE_BOOL !== 1 && policy.REWRITE_POLICY_ID > 0)
    return 'Признак переоформления не указан'
  for (const driver of policy.Drivers) {
    if (!records.clientById(driver.CLIENT_ID)) return 'Застрахованный не найден'
    if (driver.AGE_EXPERIENCE_ID < 1 || driver.AGE_EXPERIENCE_ID > 4)
      return 'Неверная группа возраста и стажа'
    if (driver.ClassId !== 0 && classTextOf(driver.ClassId) === null) return 'Неизвестный класс'
  }
  for (const car of policy.PoliciesTF) {
    const known = replies.Vehicle.safeParse(records.vehicle(car.TF_NUMBER)).data
    if (!known || known.ID !== car.TF_ID) return 'Транспортное средство не найдено'
    if (!samePaper(known.REG_CERT_NUM, car.TF_REGISTRATION_CERTIFICATE))
      return 'Свидетельство о регистрации не соответствует ТС'
    if (known.TYPE_ID !== car.TF_TYPE_ID) return 'Тип ТС не соответствует карточке ТС'
    if (car.REGION_ID <= 0 || (car.BIG_CITY_BOOL !== 0 && car.BIG_CITY_BOOL !== 1))
      return 'Не указан регион регистрации ТС'
  }
  return null
}

/** 11 digits and a capital letter, as the operator's look; different for every id. */
function globalIdOf(id: number): string {
  const digits = String((id * 7_919) % 100_000_000_000).padStart(11, '0')
  return digits + String.fromCharCode(65 + (id % 26))
}

const numbered = (list: unknown, more: Wire, idName: string): Wire[] =>
  (Array.isArray(list) ? list : []).map((item: Wire, i) => ({ ...item, ...more, [idName]: i + 1 }))

const PropertyDraft = replies.Property.extend({
  INSURANCE_TYPE_ID: z.int(),
  CONTRACT_TYPE_ID: z.int(),
  CONTRACT_STATE_ID: z.int(),
  PAYMENT_TYPE_ID: z.int(),
  BRANCH_ID: z.int(),
})

const book = (world: World) => world.store<Wire>('esbd.property')

export const contractsByNumber = (world: World, number: string): Wire[] =>
  [...book(world).values()].filter((wire) => wire.CONTRACT_NUMBER === number)

/**
 * Two calls make two contracts, whatever their numbers. Faults for a draft that contradicts itself
 * or the records.
 */
export function addContract(world: World, records: Records, draft: Wire | null): Wire {
  const read = PropertyDraft.safeParse(draft)
  if (!read.success) throw new NullReference()
  const contract = read.data
  // Guess: that these zeros are refused; the WSDL makes them mandatory.
  const ids = [
    contract.INSURANCE_TYPE_ID,
    contract.CONTRACT_TYPE_ID,
    contract.CONTRACT_STATE_ID,
    contract.PAYMENT_TYPE_ID,
  ]
  if (ids.some((id) => id <= 0))
    throw new Fault('Не указан вид страхования, тип или состояние договора, порядок оплаты')
  if (contract.BRANCH_ID <= 0) throw new Fault('Не указан филиал')
  const [start, end, date] = [contract.DATE_BEG, contract.DATE_END, contract.CONTRACT_DATE].map(
    fromWireDate,
  )
  if (contract.CONTRACT_NUMBER === '') throw new Fault('Не указан номер договора')
  if (contract.SYSTEM_DELIMITER_ID <= 0) throw new Fault('Не указана страховая организация')
  if (!start || !end || !date || end <= start || date > start)
    throw new Fault('Неверный период страхования')
  if (contract.PREMIUM <= 0 || contract.AMOUNT <= 0)
    throw new Fault('Не указана страховая премия или сумма')
  if (contract.PROPERTY_DESCRIPTION === '') throw new Fault('Не указан объект страхования')
  if (!records.clientById(contract.CLIENT_ID)) throw new Fault('Страхователь не найден')
  const id = 60_000_000 + world.next('esbd.property')
  const stored = {
    ...draft,
    RESCINDING_DATE: '',
    RESCINDING_REASON_ID: 0,
    CONTRACT_ID: id,
    GLOBALID: globalIdOf(id),
    INPUT_DATE: toWireDate(almatyDay(world.now())),
  }
  book(world).set(String(id), stored)
  world.saved()
  return stored
}

/** The text it answers with is our guess; a repeat gets a Fault. */
export function rescindContract(world: World, id: number, reasonId: number, date: string): string {
  const stored = book(world).get(String(id))
  if (!stored) throw new Fault('Договор не найден')
  if (replies.Property.parse(stored).RESCINDING_DATE !== '')
    throw new Fault('Договор уже расторгнут')
  if (reasonId < 1 || reasonId > 8) throw new Fault('Неизвестная причина расторжения')
  if (!fromWireDate(date)) throw new Fault('Неверная дата расторжения')
  book(world).set(String(id), { ...stored, RESCINDING_DATE: date, RESCINDING_REASON_ID: reasonId })
  world.saved()
  return 'OK'
}

export const contractById = (world: World, id: number): Wire | null =>
  book(world).get(String(id)) ?? null

/** Sessions signed in to the database. */

const SESSION_LIVES_MS = 20 * 60_000
export type Session = { user: string; systemId: number; usedAt: number; busy: boolean }
export type Desk = {
  world: World
  records: Records
  book: PolicyBook
  sessions: Map<string, Session>
}

/** `2-anything` is a login of insurer 2, one without a number of the first. */
export const systemIdOf = (login: string): number => Number(/^(\d+)-/.exec(login)?.[1] ?? 1)

/** A session that has not grown old. */
export function living({ sessions, world }: Desk, id: unknown): Session | null {
  const session = sessions.get(text(id))
  return session && Math.abs(world.now().getTime() - session.usedAt) <= SESSION_LIVES_MS
    ? session
    : null
}

/** The decoder leaves texts as strings and omitted values as null. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function clientIn(value: unknown) {
  const client = replies.Client.safeParse(value)
  if (!client.success) throw new NullReference()
  return client.data
}
