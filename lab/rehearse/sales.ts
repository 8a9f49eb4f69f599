import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { addDays, almatyDay } from '../../domain/calendar.ts'
import { calls, control } from '../../tests/http.ts'
import { type Buyer, buyers } from './people.ts'
import type { Told } from './summary.ts'

/**
 * Sells until the file named by STOP is there, at a steady rate, half by bill and half by card, as
 * people do who ask again while the answer is "come again"; each thing that happened is a line of
 * JSON in the file named by TOLD.
 */
const { SITE = '', OUTSIDE = '', TOLD = '', STOP = '' } = process.env
const EVERY_MS = 1_000
const PATIENCE_MS = 180_000
const NEXT_TRY_MS = 500

type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never
const tell = (one: Untimed<Told>) =>
  appendFileSync(TOLD, `${JSON.stringify({ ...one, at: Date.now() })}\n`)
const at = calls(SITE)
const phones = control({ url: OUTSIDE })

type Answer = {
  status: number
  body: { success?: boolean; code?: number; error?: unknown; data?: unknown }
}

/** Of an answer its status and the code of the catalogue, which are counted. */
const saidIn = ({ status, body: { code, error } }: Answer): string =>
  [status, code, typeof error === 'string' ? error : null].filter(Boolean).join(' ')

/** Milliseconds of the longest answer of each sale. */
const slowest = new Map<number, number>()

/**
 * Asks until the answer is the one that is waited for. One that is neither good nor 503 is told
 * with what stood in it, and so is a connection that broke: the balancer stands all the time.
 */
async function stubborn<T extends Answer>(
  sale: number,
  step: string,
  ask: () => Promise<T>,
  over: (answer: T) => boolean = () => true,
): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const asked = performance.now()
    const answer = await ask().catch((cause: unknown) =>
      cause instanceof Error ? String(cause.cause ?? cause.message) : 'failed',
    )
    slowest.set(sale, Math.max(slowest.get(sale) ?? 0, Math.round(performance.now() - asked)))
    const broken = typeof answer === 'string'
    const good = !broken && answer.status === 200 && answer.body.success === true
    if (good && over(answer)) return answer
    const bad = broken ? answer : saidIn(answer)
    if (broken) tell({ sale, step, bad, body: '' })
    else if (answer.status === 503) tell({ sale, step, bad })
    else if (!good) tell({ sale, step, bad, body: JSON.stringify(answer.body) })
    if (Date.now() > end) throw new Error(`${step}: ${bad}`)
    await pause(NEXT_TRY_MS)
  }
}

const tokens = new Map<string, Promise<string>>()

async function tokenOf(sale: number, who: Buyer): Promise<string> {
  const { iin, phone } = who
  await stubborn(sale, 'code', () => at.once('sendClientOtp', { iin, phone }))
  const text = (await phones.messages(phone)).find(({ text }) => /\b\d{4}\b/.test(text))?.text ?? ''
  const otp_code = /\b\d{4}\b/.exec(text)?.[0] ?? ''
  const proved = await stubborn(sale, 'token', () =>
    at.once('validateClientOtp', { iin, phone, otp_code }),
  )
  if (!proved.body.success) throw new Error('no token')
  return proved.body.data.token
}

async function quoteOf(sale: number, who: Buyer, token: string) {
  const { plate, techPassport } = who.cars[Math.floor(sale / buyers.length)] ?? who
  const applicationId = crypto.randomUUID()
  const quoted = await stubborn(sale, 'calculate', () =>
    at.once(
      'ogpoCalculate',
      {
        drivers: [],
        vehicles: [{ registrationNumber: plate, techPassport }],
        insurant: { iin: who.iin, phone: who.phone, willDrive: true },
        operation: { applicationId },
        order: { dateStart: addDays(almatyDay(new Date()), 1), period: 12 },
      },
      token,
    ),
  )
  const calculation = quoted.body.success ? quoted.body.data.calculations[0] : undefined
  if (!calculation) throw new Error('no price')
  return calculation.calculationId
}

/** The card's page, filled in and sent; a page that was lost is opened again. */
async function paysByCard(url: string) {
  const body = new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' })
  await fetch(url, { method: 'POST', body }).catch(() => undefined)
}

async function sells(sale: number) {
  const began = performance.now()
  const who = buyers[sale % buyers.length] as Buyer
  let order: string | undefined
  const ends = (end: string) =>
    tell({
      sale,
      end,
      ...(order ? { order } : {}),
      ms: Math.round(performance.now() - began),
      slowestMs: slowest.get(sale) ?? 0,
    })
  try {
    const known = tokens.get(who.iin) ?? tokenOf(sale, who)
    tokens.set(who.iin, known)
    const token = await known
    const calculationId = await quoteOf(sale, who, token)
    const pay =
      sale % 2 === 0
        ? ({ system: 'mobile_bank', method: 'bill' } as const)
        : ({ system: 'card', method: 'redirect' } as const)
    const ordered = await stubborn(sale, 'order', () =>
      at.once('ogpoOrder', { calculationId, pay, email: who.email }, token),
    )
    if (!ordered.body.success) throw new Error('no order')
    const { orderId, redirect_url } = ordered.body.data
    order = orderId
    tell({ sale, order: orderId })
    if (redirect_url) await paysByCard(redirect_url)
    const set = await stubborn(
      sale,
      'issue',
      () => at.once('ogpoCheckOrderSet', { orderId }, token),
      ({ body }) => body.success && ['issued', 'failed'].includes(body.data.status),
    )
    const status = set.body.success ? set.body.data.status : 'unknown'
    ends(status)
  } catch (cause) {
    if (!order) tokens.delete(who.iin)
    ends(cause instanceof Error ? cause.message : 'failed')
  }
}

const under: Promise<void>[] = []
for (let sale = 0; !existsSync(STOP) && sale < buyers.length * 40; sale += 1) {
  under.push(sells(sale))
  await pause(EVERY_MS)
}
await Promise.all(under)
