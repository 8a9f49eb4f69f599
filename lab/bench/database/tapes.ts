import { setTimeout as pause } from 'node:timers/promises'
import { payInvoice } from '../../../sandbox/acts.ts'
import type { Invoice } from '../../../systems/bank/sandbox.ts'
import { calls, control, until } from '../../../tests/http.ts'
import { buyer, sale } from '../sale.ts'
import type { productServer } from '../server.ts'
import { purchaseToken } from '../token.ts'
import { IDLE_SECONDS } from './playing.ts'
import type { Recorder, Said } from './recorder.ts'

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
