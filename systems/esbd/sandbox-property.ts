import { z } from 'zod'
import { almatyDay } from '#domain/calendar.ts'
import type { World } from '../sandbox-kit.ts'
import type { Wire } from './codec.ts'
import { fromWireDate, replies, toWireDate } from './replies.ts'
import { Fault, globalIdOf, NullReference } from './sandbox-policies.ts'
import type { Records } from './sandbox-records.ts'

const Draft = replies.Property.extend({
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
  const read = Draft.safeParse(draft)
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

/** The text it answers with is our guess; asked twice it faults. */
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
