import type { z } from 'zod'
import type { order } from '#contract/staff-orders.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { lockContract } from '../contracts/lock.ts'
import type { Db } from '../db/connect.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { inLanguage, policyDocumentsOf } from '../policies/documents.ts'
import { readsOf, saleOf } from '../products/products.ts'
import { auditKind } from './client.ts'

type Paper = Extract<z.input<typeof order.reply>, { success: true }>['data']['papers'][number]

/** Maximum of claim files an order shows. */
const CLAIM_FILES = 40

/** The policy of a sale: of an order, or the newest of a subscription's contract. */
const policyOf = (db: Db, { id, contractId }: { id: string; contractId: string }) =>
  db
    .selectFrom('policies')
    .select(['id', 'order_id', 'issued_at'])
    .where('contract_id', '=', contractId)
    .where((expression) => expression(expression.fn.coalesce('order_id', 'contract_id'), '=', id))
    .orderBy('issued_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Lists papers of a sale that staff may open: documents of the policy, receipts, files of claims.
 * `staffOpenPaper` returns each address separately and audits it.
 */
export async function papersOf(db: Db, id: string): Promise<Paper[]> {
  const found = await saleOf(db, id)
  if (!found) return []
  const policy = await policyOf(db, found.sale)
  const [made, receipts, claimFiles] = await Promise.all([
    policy
      ? db
          .selectFrom('documents')
          .select('created_at')
          .where('policy_id', '=', policy.id)
          .orderBy('created_at')
          .limit(1)
          .executeTakeFirst()
      : undefined,
    db
      .selectFrom('fiscal_receipts')
      .select(['id', 'operation', 'number', 'done_at'])
      .where('order_id', '=', id)
      .where('url', 'is not', null)
      .orderBy('created_at')
      .execute(),
    policy
      ? db
          .selectFrom('files')
          .innerJoin('claims', 'claims.id', 'files.claim_id')
          .select(['files.id', 'files.name', 'files.created_at', 'claims.id as claim'])
          .where('claims.policy_id', '=', policy.id)
          .where('files.scan', '=', 'clean')
          .where('files.destroyed_at', 'is', null)
          .orderBy('files.created_at')
          .limit(CLAIM_FILES)
          .execute()
      : [],
  ])
  return [
    // The first is made with the policy, the others when they are first opened.
    ...(made
      ? readsOf(found.sale.product).papers.map(({ type }) => ({
          id: type,
          kind: type as Paper['kind'],
          about: '',
          at: made.created_at.toISOString(),
        }))
      : []),
    ...receipts.map(({ id: receipt, operation, number, done_at }) => ({
      id: `receipt:${receipt}`,
      kind: operation === 'return' ? ('refund_receipt' as const) : ('receipt' as const),
      about: number ?? '',
      at: done_at?.toISOString() ?? null,
    })),
    ...claimFiles.map((file) => ({
      id: file.id,
      kind: 'claim' as const,
      about: `${file.claim}, ${file.name}`,
      at: file.created_at.toISOString(),
    })),
  ]
}

/** Returns the address of one paper after auditing its opening. */
export const staffOpenPaper = handle('staffOpenPaper', async ({ order_id, paper }, context) => {
  const { db, clock, me, config } = context
  const found = await saleOf(db, order_id)
  if (!found) throw notFound()
  const { sale } = found
  const url = paper.startsWith('receipt:')
    ? await receiptUrl(db, order_id, paper.slice('receipt:'.length))
    : await documentUrl()
  if (!url) throw notFound()
  await db.transaction().execute(async (tx) => {
    await lockContract(tx, sale.contractId)
    await audit(tx, clock.now(), {
      actor: actorOf(me()),
      action: 'order.paper_opened',
      object: { kind: auditKind(sale.product), id: order_id },
      details: { paper: paper.split(':')[0] ?? '' },
    })
  })
  return ok({ url })

  async function documentUrl(): Promise<string | null> {
    const known = readsOf(sale.product).papers.find(({ type }) => type === paper)
    const policy = known ? await policyOf(db, sale) : undefined
    if (!known || !policy) return null
    const all = await policyDocumentsOf(db, policy.id)
    const inTheirs = await inLanguage(context, all, policy, sale.locale)
    const made = [...inTheirs, ...all].find(({ kind }) => kind === known.kind)
    return made ? `${config.publicUrl}/${known.download}/${made.uuid}` : null
  }
})

const receiptUrl = async (db: Db, orderId: string, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('fiscal_receipts')
      .select('url')
      .where('order_id', '=', orderId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.url ?? null
