import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Tenge } from '#domain/money.ts'
import { type Send, Unavailable } from '../http.ts'
import type { Fiscal, FiscalConfig, Receipt } from './port.ts'
import {
  Authorized,
  Checked,
  type CheckRequest,
  ClientInfo,
  codes,
  Errors,
  LONGEST_NUMBER,
  type Operation,
  operationTypes,
  PIECE,
  paths,
  paymentTypes,
  refusedCodes,
  Shifts,
  Ticket,
  taxTypes,
  vatWithin,
} from './protocol.ts'

type Answer<T> = { data: T } | { code: number; text: string }
type Call = <T>(
  operation: Operation,
  key: string | undefined,
  body: Record<string, unknown>,
  shape: z.ZodType<{ Data: T }>,
) => Promise<Answer<T>>

/** Signs in when it must, and once more when the session turns out to be over. */
function session({ address, apiKey, login, password }: FiscalConfig, send: Send<Operation>): Call {
  let token: string | null = null

  const post = async <T>(
    operation: Operation,
    key: string | undefined,
    body: Record<string, unknown>,
    shape: z.ZodType<{ Data: T }>,
  ): Promise<Answer<T>> => {
    const reply = await send({
      operation,
      ...(key ? { key } : {}),
      method: 'POST',
      url: `${address.replace(/\/$/, '')}${paths[operation]}`,
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(body),
      safe: operation !== 'Check' && operation !== 'ZReport',
    })
    if (reply.status !== 200) throw new Unavailable('fiscal', operation, `HTTP ${reply.status}`)
    const value = parsed(reply.text)
    const errors = Errors.safeParse(value)
    const data = shape.safeParse(value)
    const error = errors.success ? errors.data.Errors[0] : undefined
    // "Known already" may bring the receipt along.
    if (error && !(error.Code === codes.known && data.success))
      return { code: error.Code, text: error.Text }
    if (data.success) return { data: data.data.Data }
    throw new Unavailable(
      'fiscal',
      operation,
      `${data.error.issues[0]?.path.join('.') || 'reply'}: not as documented`,
    )
  }

  const signedIn = async (): Promise<string> => {
    const answer = await post(
      'Authorize',
      undefined,
      { Login: login, Password: password },
      Authorized,
    )
    return orThrow('Authorize', answer).Token
  }

  return async (operation, key, body, shape) => {
    token ??= await signedIn()
    const answer = await post(operation, key, { Token: token, ...body }, shape)
    if (
      !('code' in answer) ||
      (answer.code !== codes.sessionOver && answer.code !== codes.notAuthorized)
    )
      return answer
    token = null
    token = await signedIn()
    return post(operation, key, { Token: token, ...body }, shape)
  }
}

function orThrow<T>(operation: Operation, answer: Answer<T>): T {
  if ('data' in answer) return answer.data
  throw failure(operation, answer)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const failure = (operation: Operation, { code, text }: { code: number; text: string }) =>
  new Unavailable('fiscal', operation, `code ${code}: ${text}`.slice(0, 200))

/** Shifts that a lost receipt is looked for in, newest first. */
const SHIFTS_LOOKED_AT = 5

export function fiscal(config: FiscalConfig, send: Send<Operation>): Fiscal {
  const call = session(config, send)
  const cashbox = { CashboxUniqueNumber: config.cashbox }

  /** A receipt by our number, among the last shifts; null when the register has none. */
  const found = async (number: string, key: string): Promise<Ticket | null> => {
    const shifts = orThrow(
      'ShiftHistory',
      await call('ShiftHistory', key, { ...cashbox, Skip: 0, Take: SHIFTS_LOOKED_AT }, Shifts),
    )
    for (const { ShiftNumber } of shifts) {
      const answer = await call(
        'GetTicket',
        key,
        { ...cashbox, ExternalCheckNumber: number, ShiftNumber },
        z.object({ Data: Ticket }),
      )
      if ('data' in answer) return answer.data
      if (answer.code !== codes.noTicket) throw failure('GetTicket', answer)
    }
    return null
  }

  const made = (of: Receipt, number: string, ticket: Ticket) => {
    const type = operationTypes[of.operation]
    if (
      ticket.total !== of.amount ||
      (ticket.key !== null && ticket.key !== number) ||
      (ticket.operation !== null && ticket.operation !== type)
    )
      throw new Unavailable(
        'fiscal',
        'Check',
        'Total, OperationType or ExternalCheckNumber: of another receipt',
      )
    const { number: checkNumber, at, registration, total, shift, offline } = ticket
    return {
      number: checkNumber,
      url: ticket.url,
      registered: { number: checkNumber, at, registration, total, shift, offline },
    }
  }

  const register = async (of: Receipt): ReturnType<Fiscal['receipt']> => {
    const number = numberOf(of.key)
    if (of.operation === 'return' && !of.basis)
      return { refused: 'NO_BASIS', text: 'the receipt of the sale is not known' }
    const earlier = of.again ? await found(number, of.key) : null
    if (earlier) return made(of, number, earlier)
    const ask = () => call('Check', of.key, { ...cashbox, ...checkOf(config, of, number) }, Checked)
    let answer = await ask()
    if ('code' in answer && answer.code === codes.shiftTooLong) {
      const closed = await call('ZReport', of.key, cashbox, z.object({ Data: z.unknown() }))
      if ('code' in closed && closed.code !== codes.shiftClosed && closed.code !== codes.noShift)
        throw failure('ZReport', closed)
      answer = await ask()
    }
    if ('data' in answer) return made(of, number, answer.data)
    if (answer.code === codes.known) {
      const known = await found(number, of.key)
      if (known) return made(of, number, known)
    }
    if (refusedCodes.includes(answer.code))
      return { refused: String(answer.code), text: answer.text }
    throw failure('Check', answer)
  }

  // The operator wants the requests of one cash register one after another.
  let last: Promise<unknown> = Promise.resolve()
  return {
    receipt: (of) => {
      const mine = last.then(() => register(of))
      last = mine.catch(() => {})
      return mine
    },
    state: async () =>
      orThrow('ClientInfo', await call('ClientInfo', undefined, cashbox, ClientInfo)),
  }
}

function checkOf(
  { vatPercent }: FiscalConfig,
  { operation, payment, amount, name, basis }: Receipt,
  number: string,
): Omit<z.infer<typeof CheckRequest>, 'Token' | 'CashboxUniqueNumber'> {
  return {
    OperationType: operationTypes[operation],
    Positions: [
      {
        Count: 1,
        Price: amount,
        ...taxOf(amount, vatPercent),
        PositionName: name.slice(0, 250),
        PositionCode: '1',
        Discount: 0,
        Markup: 0,
        SectionCode: '1',
        UnitCode: PIECE,
      },
    ],
    Payments: [{ Sum: amount, PaymentType: paymentTypes[payment] }],
    Change: 0,
    RoundType: 2,
    ExternalCheckNumber: number,
    ...(basis
      ? {
          returnBasisDetails: {
            dateTime: basis.at,
            total: basis.total,
            checkNumber: basis.number,
            registrationNumber: basis.registration,
            isOffline: basis.offline,
          },
        }
      : {}),
  }
}

/** VAT is inside the price. */
const taxOf = (price: Tenge, percent: number | undefined) =>
  percent === undefined
    ? { TaxPercent: null, Tax: 0, TaxType: taxTypes.none }
    : { TaxPercent: percent, Tax: vatWithin(price, percent), TaxType: taxTypes.vat }

/** Returns our key if it fits, else its hash. */
const numberOf = (key: string): string =>
  key.length <= LONGEST_NUMBER && /^[\w:.-]+$/.test(key)
    ? key
    : createHash('sha256').update(key).digest('hex').slice(0, LONGEST_NUMBER)
