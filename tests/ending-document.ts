import { z } from 'zod'
import { addEndingDocument } from '#contract/staff-orders.ts'
import { deskClaims } from './desk-claims.ts'
import { sheetOf } from './sheets.ts'
import { type TestApp, until } from './test-app.ts'

/** A document joined to the calculated end of a policy, once it is scanned; its id. */
export async function endingDocument(
  at: TestApp,
  calc_id: string,
  token: string,
  content = sheetOf(1, 'a certificate'),
): Promise<string> {
  const { body } = await deskClaims(() => at).posts(
    addEndingDocument.path,
    token,
    { calc_id },
    { document: content },
  )
  const { file_id } = z.object({ file_id: z.string() }).parse(body)
  await until(
    async () =>
      (
        await at.db
          .selectFrom('files')
          .select('scan')
          .where('id', '=', file_id)
          .executeTakeFirstOrThrow()
      ).scan,
    (scan) => scan !== 'waiting',
  )
  return file_id
}
