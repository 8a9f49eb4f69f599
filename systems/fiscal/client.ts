import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Tenge } from '#domain/money.ts'
import { type Send, Unavailable } from '../http.ts'
import type { Fiscal, FiscalConfig, Receipt } from './port.ts'
import {
  type CheckRequest,
  codes,
  LONGEST_NUMBER,
  type Operation,
  operationTypes,
  PIECE,
  paymentTypes,
  refusedCodes,
  taxTypes,
  vatWithin,
} from './protocol.ts'
import { Checked, ClientInfo, Shifts } from './replies.ts'
import { failure, orThrow, session } from './session.ts'
import { Ticket } from './ticket.ts'

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
  { vatPercent, billPayment = 'mobile' }: FiscalConfig,
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
    Payments: [
      { Sum: amount, PaymentType: paymentTypes[payment === 'card' ? 'card' : billPayment] },
    ],
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

/** Our key where it fits, else its hash. */
const numberOf = (key: string): string =>
  key.length <= LONGEST_NUMBER && /^[\w:.-]+$/.test(key)
    ? key
    : createHash('sha256').update(key).digest('hex').slice(0, LONGEST_NUMBER)
