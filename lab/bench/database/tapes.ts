import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { payInvoice } from '../../../sandbox/acts.ts'
import type { Invoice } from '../../../systems/bank/sandbox.ts'
import { calls, control, until } from '../../../tests/http.ts'
import { buyer, sale } from '../sale.ts'
import type { productServer } from '../server.ts'
import { purchaseToken } from '../token.ts'
import type { Recorder, Said } from './recorder.ts'
import type { Script, Statement } from './script.ts'
import { isNoise, scriptOf, statements } from './script.ts'

/** How long the product is recorded while nobody asks anything: every sweep comes once. */
const IDLE_SECONDS = 70

export type Kind = 'calculation' | 'contract' | 'question'

/** What a player is told. */
export type Playing = {
  databaseUrl: string
  statements: Statement[]
  scripts: Record<Kind, Script[]> & { idle: Script }
  idleSeconds: number
  /** How many the filled database has: whoever plays is one of them. */
  clients: number
  perSecond: Record<Kind, number>
  seconds: number
  /** At the beginning, not counted. */
  warmSeconds: number
  seed: number
}

/**
 * What players are told whatever the share; `asked`: how many questions of its page a contract
 * holds.
 */
export type Given = Omit<Playing, 'perSecond' | 'seconds' | 'warmSeconds' | 'seed'> & {
  asked: number
}

/** What a player tells: scripts that came and were over, and how long after they were due, in ms. */
export type Played = {
  of: Record<Kind, { came: number; done: number; late: number[] }>
  /** What PostgreSQL refused, and how often. */
  failed: [why: string, times: number][]
  /** Not over a while after the end. */
  underWay: number
}

/** What the token of the n-th client is known by, here and in SQL. */
export const tokenOf = (n: number): Buffer => createHash('sha256').update(`client ${n}`).digest()
export const tokenInSql = "sha256(convert_to('client ' || n, 'UTF8'))"

export type Product = Awaited<ReturnType<typeof productServer>>
/** What one process of the product said, once for each of several turns of a kind. */
export type Tapes = {
  calculation: Said[][]
  contract: Said[][]
  question: Said[][]
  /** While nobody asked anything, so many seconds. */
  idle: Said[]
}

const TURNS = 6
const EMAIL = 'bench@example.kz'
/** What goes on after an answer: lines of the journal, jobs. */
const AFTERWARDS_MS = 1_500
/** As often as the page of an order asks. */
const ASKS_EVERY_MS = 2_000

/**
 * Lets one client calculate, buy by card and by bill, and ask, with nobody else there, and takes
 * down what the product says to PostgreSQL meanwhile. A contract holds its calculation, the
 * questions of its page until the client has been told, and one paper.
 */
export async function recorded(product: Product, tape: Recorder): Promise<Tapes> {
  const { api } = calls(product.url)
  const token = await purchaseToken(product.url, product.sandbox.url, buyer)
  const calculated = async () => {
    const { body } = await api('ogpoCalculate', sale(), token)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data.calculations[0]?.calculationId ?? ''
  }
  /** The order's id, when the client has been told of the policy. */
  const bought = async (card: boolean) => {
    const pay = card
      ? ({ system: 'card', method: 'redirect' } as const)
      : ({ system: 'mobile_bank', method: 'bill' } as const)
    const calculationId = await calculated()
    const { body } = await api('ogpoOrder', { calculationId, pay, email: EMAIL }, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    const { orderId, redirect_url } = body.data
    if (redirect_url) await payByCard(redirect_url)
    else await payBill(product)
    const { mails } = control(product.sandbox)
    const before = (await mails(EMAIL)).length
    await issued(product, token, orderId)
    await until(
      () => mails(EMAIL),
      (letters) => letters.length > before,
    )
    return orderId
  }
  const turns = async (work: (turn: number) => Promise<unknown>) => {
    const all: Said[][] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      tape.taken()
      await work(turn)
      await pause(AFTERWARDS_MS)
      all.push(tape.taken())
    }
    return all
  }
  // What a process prepares and reads the first time it does no more.
  const orderId = await bought(true)
  await bought(false)
  await pause(AFTERWARDS_MS)
  tape.taken()
  await pause(IDLE_SECONDS * 1_000)
  return {
    idle: tape.taken(),
    calculation: await turns(calculated),
    contract: await turns((turn) => bought(turn % 2 === 0)),
    question: await turns(() => api('ogpoCheckOrderSet', { orderId }, token)),
  }
}

async function payByCard(page: string): Promise<void> {
  const form = new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' })
  const answer = await fetch(page, { method: 'POST', body: form, redirect: 'manual' })
  await answer.arrayBuffer()
}

/** The client's bank application has to know the bill first. */
async function payBill({ sandbox: { world } }: Product): Promise<void> {
  for (;;) {
    const bills = world.store<Invoice>('bank.invoices').values()
    const open = bills.find(({ state }) => state === 'awaiting')
    if (open) {
      payInvoice(world, open.id)
      return
    }
    await pause(100)
  }
}

/** Asks as the page does until the policy is there, and takes its paper. */
async function issued(product: Product, token: string, orderId: string): Promise<void> {
  const { api } = calls(product.url)
  for (;;) {
    const { body } = await api('ogpoCheckOrderSet', { orderId }, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    const paper = body.data.files?.policy
    if (paper) {
      await (await fetch(`${product.url}/download-policy/${paper.uuid}`)).arrayBuffer()
      break
    }
    await pause(ASKS_EVERY_MS)
  }
}

/**
 * Scripts of all tapes for the players. `own` is what belongs to the client who was recorded; how
 * many questions of its page a contract holds, is `asked`.
 */
export function scriptsOf(tapes: Tapes, own: readonly string[]) {
  const noise = isNoise(tapes.idle)
  const { list, placeOf } = statements()
  const lookUp = tapes.question.at(-1)?.find((said) => !noise(said))
  const token = lookUp?.values.find((value) => Buffer.isBuffer(value))
  if (!lookUp || !token) throw new Error('no token on the tape of a question')
  const script = (tape: readonly Said[]) => scriptOf(tape, noise, placeOf, { own, token })
  const calls = tapes.contract.map((tape) => tape.filter(({ text }) => text === lookUp.text).length)
  return {
    statements: list,
    scripts: {
      calculation: tapes.calculation.map(script),
      contract: tapes.contract.map(script),
      question: tapes.question.map(script),
      idle: scriptOf(tapes.idle, () => false, placeOf, { own, token }),
    },
    idleSeconds: IDLE_SECONDS,
    // Beside the calculation and the order.
    asked: calls.reduce((sum, count) => sum + count, 0) / calls.length - 2,
  }
}
