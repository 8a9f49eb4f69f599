import { letsGo } from '#server/handlers.ts'
import type { SignatureKind } from '#server/signatures/held.ts'
import type { TestApp } from './test-app.ts'

/** What is held about a thing, and how its seconds run out: the job is done at once. */
export const heldActs = (at: () => TestApp) => {
  const heldId = async (kind: SignatureKind, subject: string): Promise<string> => {
    const row = await at()
      .db.selectFrom('held_acts')
      .select('id')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst()
    return row?.id ?? ''
  }
  const goes = (id: string) => letsGo(at().server.deps, id)
  /** Acts of the audit about what was held, in their order. */
  const said = async (subject: string): Promise<string[]> =>
    (
      await at()
        .db.selectFrom('audit')
        .select('action')
        .where('object_id', '=', subject)
        .where('action', 'like', 'signature.%')
        .orderBy('id')
        .execute()
    ).map(({ action }) => action)
  return { heldId, goes, said }
}
