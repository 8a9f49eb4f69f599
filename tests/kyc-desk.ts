import { z } from 'zod'
import { addDocument } from '#contract/kyc.ts'
import { amlJob } from '#server/jobs/definitions.ts'
import { account, signedIn } from './client.ts'
import { deskClaims, secondClerk } from './desk-claims.ts'
import { sheetOf } from './sheets.ts'
import { type TestApp, until } from './test-app.ts'

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
  let other: Promise<string> | null = null
  /** Another member of staff, whom nobody here made. */
  const second = () =>
    (other ??= (async () => {
      await account(at(), secondClerk, { role: 'staff' })
      return signedIn(at(), secondClerk)
    })())
  /** A letter joined to a case, once it is scanned. */
  const documentOf = async (case_id: string): Promise<string> => {
    const { posts } = deskClaims(at)
    const { body } = await posts(
      addDocument.path,
      await staff(),
      { case_id },
      { document: sheetOf(1, 'a letter') },
    )
    const file = z.object({ file_id: z.string() }).parse(body).file_id
    await until(
      async () =>
        (
          await at()
            .db.selectFrom('files')
            .select('scan')
            .where('id', '=', file)
            .executeTakeFirstOrThrow()
        ).scan,
      (scan) => scan === 'clean',
    )
    return file
  }
  /** A block is taken off by two on a letter of the agency. */
  const unblocksByTwo = async (iin: string): Promise<void> => {
    const { case_id } = await statusOf(iin)
    if (!case_id) throw new Error('no case')
    await documentOf(case_id)
    const evidence = { ground: 'excluded' as const, number: 'ХТ-1', date: '2026-10-01' }
    const asked = { case_id, evidence, reason: 'Письмо АФМ получено' }
    const { body } = await at().api('kycAskUnblock', asked, await staff())
    if (!body.success) throw new Error(JSON.stringify(body))
    const signature_id = (await statusOf(iin)).signing?.signature.id ?? ''
    const signed = await at().api('kycSignUnblock', { signature_id }, await second())
    if (!signed.body.success) throw new Error(JSON.stringify(signed.body))
  }
  return { statusOf, staff, second, imports, documentOf, unblocksByTwo }
}
