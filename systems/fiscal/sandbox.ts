import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
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
  codes,
  LONGEST_NUMBER,
  type Operation,
  paths,
  ShiftHistoryRequest,
  TicketRequest,
} from './protocol.ts'
import {
  almaty,
  booksOf,
  check,
  DAY_MS,
  dataOf,
  openShift,
  REGISTRATION,
  refused,
  said,
} from './sandbox-check.ts'

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

/** What every call but the sign-in goes through. */
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
