import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { fileName } from '#documents/pdf.ts'
import { renderDocument } from '#documents/render.ts'
import { type Locale, parseLocale } from '#domain/locale.ts'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import { documentFileNames } from '#texts/document-names.ts'
import type { Db } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Documents } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { acceptanceOf } from '../orders/acceptance.ts'
import { notifyOrderChanged, type Order, orderById } from '../orders/orders.ts'
import { QuoteFacts } from '../quotes/facts.ts'
import { checkAddress } from './check-address.ts'
import { type DocumentPolicy, policyDocumentFacts } from './policy-document-facts.ts'
import { StoredPrice } from './policy-document-price.ts'

const kinds = ['policy', 'covernote', 'slip', 'applicantForm'] as const

/**
 * Job: makes the documents of an issued policy in the buyer's language, once, and stores them with
 * size and hash.
 */
export async function makeDocuments(deps: Deps, orderId: string): Promise<void> {
  await withLock(deps.locks, `documents:${orderId}`, async () => {
    const order = await orderById(deps.db, orderId)
    const policy = order ? await policyOf(deps, orderId) : undefined
    if (!order || !policy) return
    // All of them are written together, with what tells the client of them.
    if (
      await deps.db
        .selectFrom('documents')
        .select('uuid')
        .where('policy_id', '=', policy.id)
        .executeTakeFirst()
    )
      return
    const rows = await rendered(deps, order, policy, parseLocale(order.locale))
    await step('documents.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        await tx
          .insertInto('documents')
          .values(rows)
          .onConflict((conflict) => conflict.columns(['policy_id', 'kind', 'locale']).doNothing())
          .execute()
        await notifyOrderChanged(tx, orderId)
        await enqueueMessage(tx, deps, 'ogpo', order.id, 'issued')
      }),
    )
  })
}

type PolicyDocument = { uuid: string; kind: string; size: number; locale: string }

/** What documents a policy has, without their bytes. */
export const policyDocumentsOf = (db: Db, policyId: string): Promise<PolicyDocument[]> =>
  db
    .selectFrom('documents')
    .select(['uuid', 'kind', 'size', 'locale'])
    .where('policy_id', '=', policyId)
    .execute()

/**
 * Of a policy's documents those in a language. The job makes the buyer's; the other language's are
 * made here, when they are first asked for (decision 145): of the same facts as they were sold, so
 * nothing differs but the words. Asked twice at once, both make them and one row of each stays.
 */
export async function inLanguage(
  deps: Deps,
  policyDocuments: PolicyDocument[],
  policy: { id: string; order_id: string | null },
  locale: Locale,
): Promise<PolicyDocument[]> {
  const there = policyDocuments.filter((paper) => paper.locale === locale)
  if (there.length > 0 || policyDocuments.length === 0 || !policy.order_id) return there
  const [order, whole] = await Promise.all([
    orderById(deps.db, policy.order_id),
    policyOf(deps, policy.order_id),
  ])
  if (!order || !whole) return there
  await deps.db
    .insertInto('documents')
    .values(await rendered(deps, order, whole, locale))
    .onConflict((conflict) => conflict.columns(['policy_id', 'kind', 'locale']).doNothing())
    .execute()
  return (await policyDocumentsOf(deps.db, policy.id)).filter((paper) => paper.locale === locale)
}

const policyOf = (deps: Deps, orderId: string) =>
  deps.db.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirst()

async function rendered(
  deps: Deps,
  order: Order,
  policy: DocumentPolicy & { id: string; facts: unknown },
  locale: Locale,
): Promise<Insertable<Documents>[]> {
  const quote = await deps.db
    .selectFrom('quotes')
    .innerJoin('tariff_tables', 'tariff_tables.version', 'quotes.tables_version')
    .select(['quotes.price', 'tariff_tables.data'])
    .where('quotes.id', '=', order.calculation_id)
    .executeTakeFirstOrThrow()
  const facts = policyDocumentFacts(
    order,
    policy,
    QuoteFacts.parse(policy.facts),
    StoredPrice.parse(quote.price),
    tablesSchema.parse(quote.data),
    await checkAddress(deps.config.publicUrl, deps.signer, policy, locale),
    deps.config.publicUrl,
    await acceptanceOf(deps.db, order),
  )
  const rows: Insertable<Documents>[] = []
  for (const kind of kinds) {
    const content = Buffer.from(renderDocument(kind, facts, locale))
    rows.push({
      policy_id: policy.id,
      kind,
      locale,
      file_name: fileName(documentFileNames[kind], facts, locale),
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      content,
      created_at: deps.clock.now(),
    })
    // The next paper waits a turn of the loop, so that answers go on and the renderer frees its
    // memory.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return rows
}
