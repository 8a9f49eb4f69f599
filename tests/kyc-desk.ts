import { amlJob } from '#server/jobs/definitions.ts'
import { account, signedIn } from './client.ts'
import type { TestApp } from './test-app.ts'

export const clerk = { iin: '880808399905', phone: '77010000580' }
/** Reads like an entry of list 1 without IIN: «review». */
export const namesake = { iin: '830304399916', phone: '77010000021' }

/** What a clerk of the test app does with cases and lists. */
export function kycDesk(at: () => TestApp) {
  let token: Promise<string> | null = null
  const staff = () =>
    (token ??= (async () => {
      const { id } = await account(at(), clerk, { role: 'staff' })
      await at()
        .db.updateTable('accounts')
        .set({ surname: 'Тұрсынов', name: 'Ерлан' })
        .where('id', '=', id)
        .execute()
      return signedIn(at(), clerk)
    })())
  const statusOf = async (iin: string) => {
    const { body } = await at().api('kycStatus', { iin }, await staff())
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data
  }
  const imports = () => at().server.deps.queue.send(amlJob, {})
  return { statusOf, staff, imports }
}
