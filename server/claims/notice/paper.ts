import { createHash } from 'node:crypto'
import { brand } from '#brand'
import type { AccidentNoticeFacts, NoticeDriver } from '#documents/accident-notice.ts'
import { parseLocale } from '#domain/locale.ts'
import { noticePaperTexts } from '#texts/accident-notice.ts'
import { cabinetAccountOf } from '../../accounts/accounts.ts'
import { masked } from '../../codes/client-phone.ts'
import type { Tx } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { forgetFiles, newPlace } from '../../files/upload.ts'
import { wayActor } from '../draft-send.ts'
import { driverName } from './driver.ts'
import { locked } from './find.ts'
import { type KeptPart, kept, type NoticeRow } from './rows.ts'

/**
 * Job: makes the PDF of a notice that both have signed and lays it to the claim as the document of
 * the event. May run twice: the first file counts, another one goes. Of a claim that was dropped
 * before there is nothing to lay it to.
 */
export async function makeNoticePaper(deps: Deps, noticeId: string): Promise<void> {
  const { db, systems, clock, paperMakers } = deps
  const row = await db
    .selectFrom('accident_notices')
    .selectAll()
    .where('id', '=', noticeId)
    .executeTakeFirst()
  if (!row?.signed_at || row.file_id || !(row.draft_id || row.claim_id)) return
  const account = await cabinetAccountOf(db, row.first_iin)
  if (!account) return
  const locale = parseLocale(account.locale)
  const facts = await noticeFacts(deps, row)
  const content = await paperMakers.make({ of: 'notice', facts, locale })
  const place = newPlace(clock.now())
  const file = {
    id: place.id,
    owner_id: account.id,
    kind: 'photo',
    slot: 'event_document',
    name: `${noticePaperTexts.name[locale]}.pdf`,
    mime: 'application/pdf',
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    storage_key: place.key,
    created_at: clock.now(),
    // What we made ourselves needs no scanner.
    scan: 'clean',
    scanned_at: clock.now(),
  }
  // The row before the bytes, so that the sweep finds both.
  await db.insertInto('files').values(file).execute()
  await systems.files.put(place.key, once(content))
  const joined = await db.transaction().execute((tx) => joins(tx, deps, row.id, file.id))
  if (!joined) await forgetFiles(deps, [{ id: file.id, key: place.key }])
}
async function* once(content: Buffer) {
  yield content
}

/** The paper is the draft's, or the claim's that it became meanwhile, whose question it answers. */
async function joins(tx: Tx, deps: Deps, noticeId: string, fileId: string): Promise<boolean> {
  const seen = await tx
    .selectFrom('accident_notices')
    .select('draft_id')
    .where('id', '=', noticeId)
    .executeTakeFirst()
  // The draft before the notice, as whoever sends the claim holds them.
  const draft = seen?.draft_id
    ? await tx
        .selectFrom('claim_drafts')
        .select(['id', 'claim_id'])
        .where('id', '=', seen.draft_id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  const row = await locked(tx, noticeId)
  if (!row || row.file_id) return false
  const claimId = row.claim_id ?? draft?.claim_id ?? null
  if (!claimId && !draft) return false
  const now = deps.clock.now()
  await tx
    .updateTable('files')
    .set(claimId ? { claim_id: claimId, kind: 'slot' } : { draft_id: draft?.id ?? null })
    .where('id', '=', fileId)
    .execute()
  if (claimId)
    await tx
      .updateTable('claim_requests')
      .set({ answered_at: now })
      .where('claim_id', '=', claimId)
      .where('slot', '=', 'event_document')
      .where('actor', '=', wayActor)
      .where('answered_at', 'is', null)
      .execute()
  await tx
    .updateTable('accident_notices')
    .set({ file_id: fileId, updated_at: now })
    .where('id', '=', row.id)
    .execute()
  return true
}

/** What the paper says, of a notice that both have signed. */
async function noticeFacts(
  { db, reference }: Pick<Deps, 'db' | 'reference'>,
  row: NoticeRow,
): Promise<AccidentNoticeFacts> {
  const { shared, first, second } = kept(row)
  const { signed_at, first_signed_at, second_signed_at } = row
  if (!second || !shared.at_fault || !signed_at || !first_signed_at || !second_signed_at)
    throw new Error('a signed notice has two drivers and their signatures')
  const insurers = await reference.insurers(shared.on)
  const driver = async (
    { cover, ...part }: KeptPart,
    iin: string | null,
    signed: NoticeDriver['signed'],
  ): Promise<NoticeDriver> => ({
    plate: part.plate,
    zones: part.zones,
    words: part.words,
    signed,
    name: await driverName(db, iin),
    insurer: insurers.find(({ esbdSystemId }) => esbdSystemId === cover.insurer)?.name ?? null,
    policy: cover.globalId && `••\u00a0${cover.globalId.slice(-4)}`,
  })
  const signature = (phone: string | null, at: Date) => ({
    phone: masked(phone ?? ''),
    at: at.toISOString(),
  })
  return {
    broker: brand,
    documentDate: signed_at,
    atFault: shared.at_fault,
    on: shared.on,
    at: shared.at,
    place: shared.place,
    first: await driver(first, row.first_iin, signature(row.first_signed_phone, first_signed_at)),
    second: await driver(
      second,
      row.second_iin,
      signature(row.second_signed_phone, second_signed_at),
    ),
  }
}
