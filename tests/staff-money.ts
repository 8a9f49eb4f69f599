import { account, signedIn } from './client.ts'
import { ordered, paysBill, purchaseToken } from './sale.ts'
import { type TestApp, until } from './test-app.ts'

export const first = { iin: '880808399905', phone: '77010000777' }
export const second = { iin: '880808399915', phone: '77010000778' }
export const reason = 'клиент күткісі келмейді'

/** Money that waits at the desk of the test app, and the two who sign it back. */
export function staffMoney(at: () => TestApp) {
  let standing: ReturnType<typeof begin> | null = null
  const people = () => (standing ??= begin())
  async function begin() {
    await account(at(), first, { role: 'staff' })
    await account(at(), second, { role: 'staff' })
    return {
      staff: await signedIn(at(), first),
      colleague: await signedIn(at(), second),
      buying: await purchaseToken(at()),
    }
  }
  const seen = async (order_id: string, token: string) => {
    const { body } = await at().api('staffOrder', { order_id }, token)
    if (!body.success) throw new Error('no order')
    return body.data
  }

  /** A paid order that the unified database does not register. */
  async function stuck(mode: 'unavailable' | 'reset', times: number): Promise<string> {
    const { buying } = await people()
    await at().fault('esbd', mode, { operation: 'SetPolicy', times })
    // The two questions before it are answered; what asks after a lost answer is not.
    if (mode === 'reset')
      await at().fault('esbd', 'unavailable', {
        operation: 'GetPoliciesByNumber',
        after: 2,
        times: 100,
      })
    const { orderId } = await ordered(at(), buying)
    await paysBill(at())
    await until(
      () =>
        at()
          .db.selectFrom('orders')
          .select(['issue_attempts'])
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow(),
      ({ issue_attempts }) => issue_attempts > 0,
    )
    return orderId
  }
  const givesBack = async (order_id: string, token: string, amount?: number) =>
    (
      await at().api(
        'staffGiveBack',
        { order_id, amount: amount ?? (await seen(order_id, token)).amount, reason },
        token,
      )
    ).body
  const signatureOf = async (orderId: string, token: string) => {
    const found = (await seen(orderId, token)).give_back
    if (!found?.signature) throw new Error('no signature')
    return { ...found, signature: found.signature, signature_id: found.signature.id }
  }
  /** While a try is going on the answer is to wait. */
  const signs = async (orderId: string, token: string) => {
    const { signature_id } = await signatureOf(orderId, token)
    return until(
      async () => (await at().api('staffSignGiveBack', { signature_id }, token)).body,
      (body) => body.success || body.code !== 14062,
    )
  }
  return { people, stuck, seen, givesBack, signs, signatureOf }
}
