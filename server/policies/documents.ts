import { createHash } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { type Insertable, type Selectable, sql } from 'kysely'
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
import { notifyOrderChanged, type Order } from '../orders/orders.ts'
import { QuoteFacts } from '../quotes/quotes.ts'
import { paperLimits } from '../settings/time-limits.ts'
import { checkAddress, type Policy } from './policies.ts'
import { policyDocumentFacts, StoredPrice } from './policy-document.ts'

const kinds = ['policy', 'covernote', 'slip', 'applicantForm'] as const
type Kind = (typeof kinds)[number]

/**
 * Job: makes the policy itself in the buyer's language, once, stores it with size and hash, and
 * enqueues the client's message. Makes the other three papers at once if the machine is idle, else
 * on first request.
 */
export async function makeDocuments(deps: Deps, orderId: string): Promise<void> {
  const sold = await makePolicy(deps, orderId)
  if (!sold || !deps.paperMakers.resting() || isLoaded()) return
  await files(deps, sold.order, sold.policy)
}

/** Load of the whole machine; Windows reports none. */
const isLoaded = () => (loadavg()[0] ?? 0) > paperLimits.idleLoad * availableParallelism()

/** Returns what was sold; null for an order without a policy. */
function makePolicy(deps: Deps, orderId: string): Promise<Sold | null> {
  return withLock(deps.locks, `documents:${orderId}`, async () => {
    const sold = await whatWasSold(deps, orderId)
    // Written together with the client's message.
    if (!sold || sold.order.papers) return sold
    const { order } = sold
    const rows = await rendered(deps, sold, parseLocale(order.locale), ['policy'])
    await step('documents.commit', () =>
      deps.db.transaction().execute(async (tx) => {
        await keep(tx, rows)
        await notifyOrderChanged(tx, orderId)
        await enqueueMessage(tx, deps, 'ogpo', order.id, 'issued')
      }),
    )
    return sold
  })
}

type PolicyDocument = { uuid: string; kind: string; size: number; locale: string }

/** Lists a policy's documents, without their bytes. */
export const policyDocumentsOf = (db: Db, policyId: string): Promise<PolicyDocument[]> =>
  db
    .selectFrom('documents')
    .select(['uuid', 'kind', 'size', 'locale'])
    .where('policy_id', '=', policyId)
    .execute()

/**
 * Returns a policy's documents in a language. The job makes the policy in the buyer's; others are
 * made here on first request: from the same facts as sold, so that only the words differ. For two
 * parallel requests one process makes them once; two processes both make them, and one row of each
 * stays.
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
  await makeOnce(deps, policy.order_id, policy.id, locale, missing)
  return (await policyDocumentsOf(deps.db, policy.id)).filter((paper) => paper.locale === locale)
}

/** A document with its bytes. */
export type PolicyFile = Pick<Selectable<Documents>, 'file_name' | 'content'>

/**
 * Returns the files of all four in the order's language; makes missing ones now. Empty if no paper
 * has been made.
 */
export async function files(
  deps: Deps,
  order: Pick<Order, 'id' | 'locale'>,
  policy: Pick<Policy, 'id'>,
): Promise<PolicyFile[]> {
  const locale = parseLocale(order.locale)
  const papers = await filesOf(deps.db, policy.id, locale)
  const missing = kinds.filter((kind) => !papers.some((one) => one.kind === kind && one.content))
  if (missing.length === 0 || papers.length === 0) return papers.flatMap(inTheirs)
  await makeOnce(deps, order.id, policy.id, locale, missing)
  return (await filesOf(deps.db, policy.id, locale)).flatMap(inTheirs)
}

/** Every paper of a policy, with its bytes if it is in this language. */
const filesOf = (db: Db, policyId: string, locale: Locale) =>
  db
    .selectFrom('documents')
    .select(['kind', 'file_name'])
    .select(sql<Buffer | null>`case when locale = ${locale} then content end`.as('content'))
    .where('policy_id', '=', policyId)
    .orderBy('kind')
    .execute()

const inTheirs = ({
  file_name,
  content,
}: Awaited<ReturnType<typeof filesOf>>[number]): PolicyFile[] =>
  content ? [{ file_name, content }] : []

/** Makes them once per process for parallel requests. */
function makeOnce(
  deps: Deps,
  orderId: string,
  policyId: string,
  locale: Locale,
  missing: readonly Kind[],
): Promise<void> {
  const key = `${policyId}:${locale}`
  const making =
    underWay.get(key) ??
    makeMissing(deps, orderId, locale, missing).finally(() => underWay.delete(key))
  underWay.set(key, making)
  return making
}
/** Papers this process is making, by policy and language. */
const underWay = new Map<string, Promise<void>>()

async function makeMissing(
  deps: Deps,
  orderId: string,
  locale: Locale,
  missing: readonly Kind[],
): Promise<void> {
  const sold = await whatWasSold(deps, orderId)
  if (!sold) return
  const { policy } = sold
  const rows = await rendered(deps, sold, locale, missing)
  await step('documents.commit', () =>
    deps.db.transaction().execute(async (tx) => {
      // A person erased meanwhile has no papers any more, and gets none.
      const same = await tx
        .selectFrom('policies')
        .select('id')
        .where('id', '=', policy.id)
        .where('policyholder_iin', '=', policy.policyholder_iin)
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

export const policyOf = (db: Db, orderId: string): Promise<Policy | undefined> =>
  db.selectFrom('policies').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/**
 * Returns an order with its policy and the papers' data; null if it has none. `papers`: some have
 * been made.
 */
async function whatWasSold({ db }: Deps, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('quotes', 'quotes.id', 'orders.calculation_id')
    .innerJoin('tariff_tables', 'tariff_tables.version', 'quotes.tables_version')
    .selectAll('orders')
    .select(['quotes.price', 'tariff_tables.data'])
    .select(
      sql<boolean>`exists (select from documents join policies on policies.id = documents.policy_id
        where policies.order_id = orders.id)`.as('papers'),
    )
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  const policy = order && (await policyOf(db, orderId))
  return policy ? { order, policy } : null
}
type Sold = NonNullable<Awaited<ReturnType<typeof whatWasSold>>>

async function rendered(
  deps: Deps,
  { order, policy }: Sold,
  locale: Locale,
  which: readonly Kind[],
): Promise<Insertable<Documents>[]> {
  const facts = policyDocumentFacts(
    order,
    policy,
    QuoteFacts.parse(policy.facts),
    StoredPrice.parse(order.price),
    tablesSchema.parse(order.data),
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

/** By an order, or by its own id. */
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
