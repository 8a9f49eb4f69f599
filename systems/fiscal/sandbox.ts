import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { almatyClock } from '#domain/calendar.ts'
import {
  json,
  type SandboxAnswer,
  type SandboxAsk,
  type SandboxRoute,
  type SandboxSystem,
  type World,
} from '../sandbox-kit.ts'
import {
  AuthorizeRequest,
  CashboxRequest,
  CheckRequest,
  codes,
  LONGEST_NUMBER,
  type Operation,
  paths,
  ShiftHistoryRequest,
  TicketRequest,
  taxTypes,
} from './protocol.ts'

/** A receipt at the operator: its faults, and its record. */

export type FiscalReceipt = {
  ExternalCheckNumber: string
  CashboxUniqueNumber: string
  OperationType: 2 | 3
  CheckNumber: string
  DateTime: string
  Total: number
  /** As in the positions and payments. */
  Tax: number
  PaymentType: number
  ShiftNumber: number
  /** For a return: its sale. */
  of?: string
}
type Position = z.infer<typeof CheckRequest>['Positions'][number]
type Shift = { number: number; openedAt: number; closed: boolean }

const DAY_MS = 24 * 3_600_000
/** No receipt may be larger: what a register of the sandbox refuses. */
const LARGEST = 100_000_000
const REGISTRATION = '943300000001'

/** Guess: what a position says of its tax has to fit its price. */
const isTaxed = ({ Count, Price, TaxType, TaxPercent, Tax }: Position): boolean =>
  TaxType === taxTypes.none
    ? TaxPercent === null && Tax === 0
    : TaxPercent !== null &&
      Math.abs(Tax - (Count * Price * TaxPercent) / (100 + TaxPercent)) <= 0.01

const said = (Data: unknown): SandboxAnswer => json({ Data, Errors: [] })
const refused = (Code: number, Text: string, Data: unknown = null): SandboxAnswer =>
  json({ Data, Errors: [{ Code, Text }] })

const booksOf = (world: World) => ({
  receipts: world.store<FiscalReceipt>('fiscal.receipts'),
  tokens: world.store<{ at: number }>('fiscal.tokens'),
  shifts: world.store<Shift>('fiscal.shifts'),
})

const openShift = (world: World): Shift | undefined =>
  [...booksOf(world).shifts.values()].findLast(({ closed }) => !closed)

const dataOf = ({ of: _, Tax: __, PaymentType: ___, ...receipt }: FiscalReceipt) => ({
  ...receipt,
  DateTimeUTC: receipt.DateTime,
  OfflineMode: false,
  CashboxOfflineMode: false,
  TicketUrl: `https://consumer.example.kz/ticket?chb=${receipt.CashboxUniqueNumber}&extnum=${receipt.ExternalCheckNumber}`,
  Cashbox: {
    UniqueNumber: receipt.CashboxUniqueNumber,
    RegistrationNumber: REGISTRATION,
    IdentityNumber: '1',
  },
})

/** Returns the fault of a receipt, in their words. */
function problemOf(
  world: World,
  { Positions, Payments, OperationType, returnBasisDetails: basis }: z.infer<typeof CheckRequest>,
): string | null {
  const { receipts } = booksOf(world)
  const total = Positions.reduce(
    (sum, { Count, Price, Discount, Markup }) => sum + Count * Price - Discount + Markup,
    0,
  )
  const paid = Payments.reduce((sum, { Sum }) => sum + Sum, 0)
  if (total !== paid || total > LARGEST) return 'Сумма оплаты не равна сумме позиций'
  if (!Positions.every(isTaxed)) return 'Неверно указан налог'
  if (OperationType === 2) return null
  const sale = [...receipts.values()].find(
    ({ OperationType: type, CheckNumber }) => type === 2 && CheckNumber === basis?.checkNumber,
  )
  if (!basis || !sale) return 'Необходимо заполнить данные чека основания'
  if (
    basis.total !== sale.Total ||
    basis.registrationNumber !== REGISTRATION ||
    dotted(basis.dateTime) !== sale.DateTime
  )
    return 'Данные чека основания не совпадают'
  const back = [...receipts.values()]
    .filter(({ of }) => of === sale.CheckNumber)
    .reduce((sum, { Total }) => sum + Total, 0)
  return back + total > sale.Total ? 'Сумма возврата больше суммы чека основания' : null
}

function check(world: World, body: unknown): SandboxAnswer {
  const { receipts, shifts } = booksOf(world)
  const now = world.now().getTime()
  const request = CheckRequest.safeParse(body)
  if (!request.success)
    return refused(
      codes.invalid,
      `Некорректно заполнено поле ${request.error.issues[0]?.path.join('.') ?? ''}`,
    )
  const {
    ExternalCheckNumber,
    CashboxUniqueNumber,
    OperationType,
    returnBasisDetails,
    Positions,
    Payments,
  } = request.data
  const known = receipts.get(ExternalCheckNumber)
  if (known) return refused(codes.known, 'Дублирующийся номер чека', dataOf(known))
  const shift = openShift(world)
  if (shift && now - shift.openedAt > DAY_MS)
    return refused(codes.shiftTooLong, 'Продолжительность смены превышает 24 часа')
  const problem = problemOf(world, request.data)
  if (problem) return refused(codes.invalid, problem)
  const current = shift ?? { number: world.next('fiscal.shift'), openedAt: now, closed: false }
  shifts.set(String(current.number), current)
  const receipt: FiscalReceipt = {
    ExternalCheckNumber,
    CashboxUniqueNumber,
    OperationType,
    CheckNumber: String(700_000_000 + world.next('fiscal.number')),
    DateTime: almaty(world.now()),
    Total: Payments.reduce((sum, { Sum }) => sum + Sum, 0),
    Tax: Positions.reduce((sum, { Tax }) => sum + Tax, 0),
    PaymentType: Payments[0]?.PaymentType ?? 0,
    ShiftNumber: current.number,
    ...(returnBasisDetails ? { of: returnBasisDetails.checkNumber } : {}),
  }
  receipts.set(ExternalCheckNumber, receipt)
  world.saved()
  return said(dataOf(receipt))
}

/** `DD.MM.YYYY HH:mm:ss`, five hours ahead of UTC. */
function almaty(at: Date): string {
  const iso = almatyClock(at)
  return dotted(`${iso.slice(0, 10)} ${iso.slice(11, 19)}`)
}
const dotted = (text: string): string =>
  `${text.slice(0, 10).split('-').reverse().join('.')} ${text.slice(11)}`

/**
 * The cash register of the operator: tokens for a day, shifts of 24 hours, one request at a time,
 * one receipt per number.
 */
export function fiscalSandbox(world: World): SandboxSystem {
  const handlers = handlersOf(world)
  let busy = false

  const routeOf = (operation: Operation): SandboxRoute => ({
    method: 'POST',
    path: `/fiscal${paths[operation]}`,
    operation,
    key: (ask): Record<string, string> => {
      const number = keyIn(ask)
      return number ? { externalId: number } : {}
    },
    error: () => refused(codes.invalid, 'Некорректные данные'),
    handle: async (ask) => {
      if (!ask.headers['x-api-key']) return json({ message: 'No API key found in request' }, 401)
      const body = parsed(ask.body)
      const problem = admitted(world, operation, body)
      if (problem) return problem
      if (operation !== 'Check' && operation !== 'ZReport') return handlers[operation](body)
      if (busy)
        return refused(codes.invalid, 'Запросы по кассе должны отправляться последовательно')
      busy = true
      try {
        await setImmediate()
        return handlers[operation](body)
      } finally {
        busy = false
      }
    },
  })
  return { system: 'fiscal', routes: (Object.keys(paths) as Operation[]).map(routeOf) }
}

function handlersOf(world: World): Record<Operation, (body: unknown) => SandboxAnswer> {
  const { receipts, tokens, shifts } = booksOf(world)
  return {
    Authorize: (body) => {
      const request = AuthorizeRequest.safeParse(body)
      if (!request.success || request.data.Password === 'wrong')
        return refused(1, 'Неверный логин или пароль')
      const Token = randomUUID()
      tokens.set(Token, { at: world.now().getTime() })
      world.saved()
      return said({ Token })
    },
    Check: (body) => check(world, body),
    ZReport: () => {
      const shift = openShift(world)
      if (!shift) return refused(codes.noShift, 'Нет открытой смены')
      shifts.set(String(shift.number), { ...shift, closed: true })
      world.saved()
      return said({ ShiftNumber: shift.number, CloseOn: almaty(world.now()) })
    },
    ShiftHistory: (body) => {
      const { Skip, Take } = ShiftHistoryRequest.parse(body)
      const all = [...shifts.values()].sort((a, b) => b.number - a.number)
      return said(all.slice(Skip, Skip + Take).map(({ number }) => ({ ShiftNumber: number })))
    },
    GetTicket: (body) => {
      const { ExternalCheckNumber, ShiftNumber } = TicketRequest.parse(body)
      const receipt = receipts.get(ExternalCheckNumber)
      return receipt?.ShiftNumber === ShiftNumber
        ? said(dataOf(receipt))
        : refused(codes.noTicket, 'Чек не найден')
    },
    ClientInfo: (body) =>
      said({
        CashboxUniqueNumber: CashboxRequest.parse(body).CashboxUniqueNumber,
        CashboxRegistrationNumber: REGISTRATION,
        CashboxStatus: 1,
        License: { LicenseStatus: 2, LicenseExpirationDate: '2030-01-01T00:00:00+05:00' },
        Ofd: { Ofd: 4, Expiration: '2030-01-01T00:00:00+05:00' },
      }),
  }
}

const shapes: Partial<Record<Operation, z.ZodType>> = {
  ShiftHistory: ShiftHistoryRequest,
  GetTicket: TicketRequest,
  ClientInfo: CashboxRequest,
}

/** Checks of every call but the sign-in. */
function admitted(world: World, operation: Operation, body: unknown): SandboxAnswer | null {
  if (operation === 'Authorize') return null
  const common = CashboxRequest.safeParse(body)
  const token = common.success ? booksOf(world).tokens.get(common.data.Token) : undefined
  if (!token) return refused(codes.notAuthorized, 'Пользователь не авторизован')
  if (Math.abs(world.now().getTime() - token.at) > DAY_MS)
    return refused(codes.sessionOver, 'Срок действия сессии истек')
  if (common.data?.CashboxUniqueNumber === 'UNKNOWN')
    return refused(codes.noCashbox, 'Касса не найдена')
  const shape = shapes[operation]
  return shape && !shape.safeParse(body).success
    ? refused(codes.invalid, 'Некорректные данные')
    : null
}

function keyIn(ask: SandboxAsk): string | null {
  const body = parsed(ask.body)
  const number =
    typeof body === 'object' && body !== null && 'ExternalCheckNumber' in body
      ? body.ExternalCheckNumber
      : null
  return typeof number === 'string' ? number.slice(0, LONGEST_NUMBER) : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
