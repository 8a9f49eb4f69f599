import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import type { Insertable } from 'kysely'
import { fileName } from '#documents/file-name.ts'
import { type Locale, parseLocale } from '#domain/locale.ts'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import { documentFileNames } from '#texts/document-names.ts'
import type { Db, Tx } from '../db/connect.ts'
import { withLock } from '../db/locks.ts'
import type { Documents } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { enqueueMessage } from '../messaging/messages.ts'
import { acceptanceOf } from '../orders/acceptance.ts'
import { notifyOrderChanged, type Order, orderById } from '../orders/orders.ts'
import { QuoteFacts } from '../quotes/quotes.ts'
import { paperLimits } from '../settings/time-limits.ts'
import { checkAddress } from './policies.ts'
import { type DocumentPolicy, policyDocumentFacts, StoredPrice } from './policy-document.ts'

const kinds = ['policy', 'covernote', 'slip', 'applicantForm'] as const
type Kind = (typeof kinds)[number]

/**
 * Job: makes the policy itself in the buyer's language, once, stores it with size and hash, and has
 * the client told. The other three papers follow at once where the machine has time for them, else
 * when they are first asked for.
 */
export async function makeDocuments(deps: Deps, orderId: string): Promise<void> {
  await makePolicy(deps, orderId)
  if (!deps.paperMakers.resting() || isLoaded()) return
  const [order, policy] = await Promise.all([orderById(deps.db, orderId), policyOf(deps, orderId)])
  if (!order || !policy) return
  const there = await policyDocumentsOf(deps.db, policy.id)
  await inLanguage(deps, there, policy, parseLocale(order.locale))
}

/** By everything on this machine; Windows does not say. */
const isLoaded = () => (loadavg()[0] ?? 0) > paperLimits.idleLoad * availableParallelism()

async function makePolicy(deps: Deps, orderId: string): Promise<void> {
  await withLock(deps.locks, `documents:${orderId}`, async () => {
    const order = await orderById(deps.db, orderId)
    const policy = order ? await policyOf(deps, orderId) : undefined
    if (!order || !policy) return
    // It is written together with what tells the client of it.
    if (
      await deps.db
        .selectFrom('documents')
        .select('uuid')
        .where('policy_id', '=', policy.id)
        .executeTakeFirst()
    )
      return
    const rows = await rendered(deps, order, policy, parseLocale(order.locale), ['policy'])
    await step('documents.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        await keep(tx, rows)
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
 * Of a policy's documents those in a language. The job makes the policy in the buyer's; whatever
 * else is made here, when it is first asked for: of the same facts as they
 * were sold, so nothing differs but the words. Asked twice at once, one process makes them once;
 * two processes both make them, and one row of each stays.
 */
export async function inLanguage(
  deps: Deps,
  policyDocuments: PolicyDocument[],
  policy: { id: string; order_id: string | null },
  locale: Locale,
): Promise<PolicyDocument[]> {
  const there = policyDocuments.filter((paper) => paper.locale === locale)
  const missing = kinds.filter((kind) => !there.some((paper) => paper.kind === kind))
  if (missing.length === 0 || policyDocuments.length === 0 || !policy.order_id) return there
  const key = `${policy.id}:${locale}`
  const making =
    underWay.get(key) ??
    makeMissing(deps, policy.order_id, locale, missing).finally(() => underWay.delete(key))
  underWay.set(key, making)
  await making
  return (await policyDocumentsOf(deps.db, policy.id)).filter((paper) => paper.locale === locale)
}
/** What this process is making, by policy and language. */
const underWay = new Map<string, Promise<void>>()

async function makeMissing(
  deps: Deps,
  orderId: string,
  locale: Locale,
  missing: readonly Kind[],
): Promise<void> {
  const [order, whole] = await Promise.all([orderById(deps.db, orderId), policyOf(deps, orderId)])
  if (!order || !whole) return
  const rows = await rendered(deps, order, whole, locale, missing)
  await step('documents.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      // Who was erased in between has no papers any more, and gets none.
      const same = await tx
        .selectFrom('policies')
        .select('id')
        .where('id', '=', whole.id)
        .where('policyholder_iin', '=', whole.policyholder_iin)
        .forShare()
        .executeTakeFirst()
      if (same) await keep(tx, rows)
    }),
  )
}

const keep = (tx: Tx, rows: Insertable<Documents>[]) =>
  tx
    .insertInto('documents')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['policy_id', 'kind', 'locale']).doNothing())
    .execute()

const policyOf = (deps: Deps, orderId: string) =>
  deps.db.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirst()

async function rendered(
  deps: Deps,
  order: Order,
  policy: DocumentPolicy & { id: string; facts: unknown },
  locale: Locale,
  which: readonly Kind[],
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
  const made = which.map(async (kind) => {
    const content = await deps.paperMakers.make({ of: 'ogpo', kind, facts, locale })
    return {
      policy_id: policy.id,
      kind,
      locale,
      file_name: fileName(documentFileNames[kind], facts, locale),
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      content,
      created_at: deps.clock.now(),
    }
  })
  return Promise.all(made)
}

/** Of an order, or by its own id. */
type Which = { order: string } | { id: string | null }

/**
 * The policy of a sale with the number of its documents, as staff see it; null until it is issued.
 */
export async function policyWithDocuments(db: Db, which: Which) {
  const policy = await db
    .selectFrom('policies')
    .selectAll()
    .select((expression) => [
      expression
        .selectFrom('documents')
        .select((inner) => inner.fn.countAll<string>().as('n'))
        .whereRef('documents.policy_id', '=', 'policies.id')
        .as('papers'),
    ])
    .where((expression) =>
      'order' in which ? expression('order_id', '=', which.order) : expression('id', '=', which.id),
    )
    .executeTakeFirst()
  if (!policy) return null
  const { global_id, state, start_date: start, end_date: end, papers: policyDocuments } = policy
  return { policy, shown: { global_id, state, start, end, papers: Number(policyDocuments ?? 0) } }
}
