import { expect, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { type Acquirer, acquirer } from '#systems/acquirer/client.ts'
import { type Operation, operations } from '#systems/acquirer/protocol.ts'
import { acquirerSandbox } from '#systems/acquirer/sandbox.ts'
import { setManner } from '#systems/acquirer/sandbox-manners.ts'
import { keepCard, type Payment, payments, settle } from '#systems/acquirer/sandbox-payments.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { Unavailable } from '#systems/http.ts'
import { MUTATIONS, type Mutation, mutatingLine, mutation } from './acquirer.ts'

/**
 * Everything the acquirer's host could answer instead of what it means: never a crash, never money
 * that is not there, never a second effect. What is unclear is `Unavailable`, with the field's
 * name.
 */
const AMOUNT = 36_094
const url = 'http://127.0.0.1:9/nowhere'
const ask = (attemptId: string) => ({
  attemptId,
  amount: AMOUNT,
  description: 'ОГПО',
  locale: 'kz' as const,
  resultUrl: '',
  refundUrl: '',
  successUrl: url,
  failureUrl: url,
})
type Made = { attemptId: string; paymentId: string; token: string }
type Case = {
  operation: Operation
  /** How the payment stands before, and what is asked of it through the line. */
  before: 'new' | 'paid' | 'held' | 'refunded' | 'card'
  does(client: Acquirer, of: Made): Promise<unknown>
}
const cases: Case[] = [
  {
    operation: operations.init,
    before: 'new',
    does: (client, { attemptId }) => client.payPage(ask(attemptId)),
  },
  { operation: operations.status, before: 'new', does: (client, of) => client.status(of) },
  { operation: operations.status, before: 'held', does: (client, of) => client.status(of) },
  { operation: operations.status, before: 'paid', does: (client, of) => client.status(of) },
  { operation: operations.status, before: 'refunded', does: (client, of) => client.refunds(of) },
  {
    operation: operations.revoke,
    before: 'paid',
    does: (client, of) => client.refund({ ...of, amount: 10_000 }),
  },
  {
    operation: operations.capture,
    before: 'held',
    does: (client, of) => client.capture({ ...of, amount: AMOUNT }),
  },
  { operation: operations.cancel, before: 'held', does: (client, of) => client.release(of) },
  { operation: operations.charge, before: 'card', does: (client, of) => client.charge(of) },
  {
    operation: operations.chargeInit,
    before: 'card',
    does: (client, { attemptId, token }) =>
      client.openCharge({ ...ask(attemptId), userId: 'user', token }),
  },
  { operation: operations.cards, before: 'new', does: (client) => client.cards('user') },
  {
    operation: operations.bind,
    before: 'new',
    does: (client) =>
      client.startBinding({ userId: 'user', locale: 'kz', noticeUrl: url, backUrl: url }),
  },
  {
    operation: operations.removeCard,
    before: 'new',
    does: (client) => client.removeCard({ userId: 'user', token: 'another' }),
  },
]

/** What is true of the payment, whatever was answered about it. */
function holds(
  answer: unknown,
  { state, refunds, amount, clearing }: Payment,
  of: Case,
  name: string,
) {
  const said: Record<string, unknown> =
    typeof answer === 'object' && answer !== null ? { ...answer } : {}
  if (said.status === 'paid') expect([state, said.amount], name).toEqual(['success', clearing])
  if (said.status === 'held') expect([state, said.amount], name).toEqual(['held', amount])
  if (said.status === 'rejected') expect(['rejected', 'cancelled'], name).toContain(state)
  if (Array.isArray(answer) && of.before === 'refunded')
    expect(
      answer.reduce((sum, { amount }) => sum + amount, 0),
      name,
    ).toBe(300)
  if (said.accepted) expect(refunds, name).toHaveLength(1)
  expect(refunds.length, name).toBe(
    of.before === 'refunded' ? 2 : of.operation === operations.revoke ? 1 : 0,
  )
}

test.each(cases.map((one) => [one.operation, one.before, one] as const))(
  '%s of a payment that is %s: whatever the answer, no crash, no money that is not there, nothing done twice',
  async (_operation, before, one) => {
    const world = createWorld({})
    const sandbox = await serving(world, acquirerSandbox(world))
    const { send } = sending('acquirer', { timeoutMs: 350 })
    let by: Mutation | null = null
    const line = await mutatingLine(
      () => sandbox.address,
      (operation) => (operation === one.operation ? by : null),
    )
    const setting = { merchantId: '100001', secret: 'sandbox-secret' }
    const straight = acquirer(
      { ...setting, address: `${sandbox.address}/acquirer` },
      sending('acquirer').send,
    )
    const client = acquirer({ ...setting, address: `${line.address}/acquirer` }, send)
    keepCard(world, { userId: 'user', pan: '4400000000000001', month: '12', year: '29' })
    const [card] = await straight.cards('user')
    let unclear = 0
    for (let n = 0; n < MUTATIONS; n += 1) {
      const attemptId = `${one.operation}-${before}-${n}`.replaceAll('.', '_')
      const opened =
        before === 'card'
          ? await straight.openCharge({
              ...ask(attemptId),
              userId: 'user',
              token: card?.token ?? '',
            })
          : await straight.payPage(ask(attemptId))
      if ('refused' in opened) throw new Error(opened.text)
      const of = { attemptId, paymentId: opened.paymentId, token: card?.token ?? '' }
      const payment = payments(world).get(opened.paymentId)
      if (!payment) throw new Error('no payment')
      if (before === 'held') setManner(world, 'two_step', 1)
      if (before === 'held' || before === 'paid' || before === 'refunded')
        settle(world, payment, '4400000000000001', null)
      if (before === 'refunded')
        for (const amount of [100, 200]) await straight.refund({ ...of, amount })
      by = mutation(n)
      const asked = line.asked.length
      try {
        holds(await one.does(client, of), payment, one, by.name)
      } catch (cause) {
        // Not a crash, and it says what of: the field, the code, the line.
        if (!(cause instanceof Unavailable)) throw cause
        expect(cause.message, by.name).toMatch(
          /^acquirer \S+: (unreadable|unclear|unsigned|error|HTTP|time limit|UND_ERR|ECONN|failed|SocketError)/,
        )
        unclear += 1
        holds(null, payment, one, by.name)
      }
      by = null
      const again = line.asked
        .slice(asked)
        .filter(({ operation }) => operation === one.operation).length
      const moves = [
        operations.revoke,
        operations.capture,
        operations.cancel,
        operations.charge,
      ].some((money) => money === one.operation)
      // What moves money is asked once; the rest a few times, and it is the same page and the same
      // payment.
      expect(again).toBeLessThanOrEqual(moves ? 1 : 3)
      expect(
        [...payments(world).values()].filter(({ orderId }) => orderId === attemptId),
      ).toHaveLength(1)
    }
    expect(unclear).toBeGreaterThan(MUTATIONS / 4)
    await sandbox.close()
  },
  MUTATIONS * 2_000 + 20_000,
)
