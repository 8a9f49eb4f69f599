import type { OrganisationRequest } from '#contract/staff-today.ts'
import type { Locale } from '#domain/locale.ts'
import type { Deps } from '../deps.ts'
import { feedbackJob } from '../jobs/definitions.ts'

/** A request for the contact desk. `id` is the key of the form it was written in. */
export type ContactRequest = {
  id: string
  name: string
  phone: string
  email: string
  locale: Locale
} & (
  | { kind: 'call_back'; call_from: Date; call_until: Date | null }
  | { kind: 'organisation'; organisation: OrganisationRequest }
)

/**
 * Stores a request with the job that sends it to the office, once for one form; answers its number.
 * `wait`: seconds, beyond the limits of the contact form. `taken`: the key belongs to another
 * request.
 */
export async function storeRequest(
  { db, queue, clock, limits }: Deps,
  request: ContactRequest,
  address: string,
): Promise<number | 'taken' | { wait: number }> {
  const known = async () => {
    const row = await db
      .selectFrom('feedback')
      .select(['number', 'phone', 'kind'])
      .where('id', '=', request.id)
      .executeTakeFirst()
    if (!row) return null
    return row.phone === request.phone && row.kind === request.kind ? Number(row.number) : 'taken'
  }
  const before = await known()
  if (before !== null) return before
  const wait =
    (await limits.takeOrWait('feedbackPerAddress', address)) ??
    (await limits.takeOrWait('feedbackPerPhone', request.phone))
  if (wait !== null) return { wait }
  const { kind, ...row } = request
  const stored = await db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('feedback')
      .values({
        ...row,
        kind,
        text: '',
        created_at: clock.now(),
        ...('organisation' in row ? { organisation: JSON.stringify(row.organisation) } : {}),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('number')
      .executeTakeFirst()
    if (inserted) await queue.enqueue(tx, feedbackJob, { feedbackId: request.id })
    return inserted
  })
  // Pressed twice at once: the other press has stored it.
  return stored ? Number(stored.number) : ((await known()) ?? 'taken')
}
