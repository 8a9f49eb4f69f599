import { account, signedIn } from './client.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from './sale.ts'
import type { TestApp } from './test-app.ts'

export const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '880808399915', phone: '77010000778' }

/** The client and the colleagues of the test app whom its desk knows. */
export function staffDesk(at: () => TestApp) {
  let standing: ReturnType<typeof begin> | null = null
  const people = () => (standing ??= begin())

  /** Two of the staff and a client with one policy. */
  async function begin() {
    const buying = await purchaseToken(at())
    const { orderId } = await ordered(at(), buying)
    await paysBill(at())
    const issued = await settled(at(), buying, orderId)
    if (!issued.success || !issued.data.globalId) throw new Error('not issued')
    await account(at(), first, { role: 'staff' })
    await account(at(), second, { role: 'staff' })
    const client = await signedIn(at())
    const { id } = await at()
      .db.selectFrom('accounts')
      .select('id')
      .where('iin', '=', buyer.iin)
      .executeTakeFirstOrThrow()
    return {
      staff: await signedIn(at(), first),
      colleague: await signedIn(at(), second),
      client,
      accountId: id,
      orderId,
      globalId: issued.data.globalId,
    }
  }

  const audited = async (action: string) =>
    at()
      .db.selectFrom('audit')
      .selectAll()
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  return { people, audited }
}
