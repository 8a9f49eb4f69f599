import { sql } from 'kysely'
import { z } from 'zod'
import { cabinetAccountOf, ensureAccount } from '../accounts/accounts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { broughtBack } from '../lost/bring-back.ts'
import { rowsOf, writeAgain } from '../lost/rows-again.ts'
import type { CopiedRow, Product } from '../products/product.ts'
import { HomeFacts } from './facts.ts'
import { ordersInTurns, unpaidGiveWay } from './one-home.ts'

const SubscriptionRow = z.looseObject({
  buyer_iin: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  locale: z.string(),
  facts: HomeFacts.pick({ address: true }),
})
const ChargeRow = z.looseObject({ id: z.string(), state: z.string() })

/**
 * A subscription's rows for its copy, and how they are written again (decision 230). Its contract
 * is looked for by its number before one is registered, whatever stands here.
 */
export const homeCopies: Pick<Product, 'copied' | 'broughtBack'> = {
  copied: copiedRows,
  broughtBack: writeSubscription,
}

async function copiedRows(db: Sql, id: string): Promise<CopiedRow[]> {
  const of = sql<boolean>`id = (select calculation_id from home_subscriptions where id = ${id})`
  return [
    ...(await rowsOf(db, 'home_quotes', of)),
    ...(await rowsOf(db, 'home_subscriptions', sql<boolean>`id = ${id}`)),
    ...(await rowsOf(db, 'home_charges', sql<boolean>`subscription_id = ${id}`)),
  ]
}

async function writeSubscription(
  tx: Tx,
  deps: Deps,
  { id, rows }: Parameters<Product['broughtBack']>[2],
): Promise<void> {
  const at = deps.clock.now()
  const by = broughtBack(at)
  const of = (table: string) => rows.filter((one) => one.table === table)
  for (const quote of of('home_quotes')) await writeAgain(tx, quote, 'keep')
  for (const { table, row } of of('home_subscriptions')) {
    const { buyer_iin: iin, phone, email, locale, facts } = SubscriptionRow.parse(row)
    await ensureAccount(tx, { iin, phone, proved: 'register', email, locale, at })
    const account = await cabinetAccountOf(tx, iin)
    const home = { iin, code: facts.address.code }
    await ordersInTurns(tx, home)
    await unpaidGiveWay(tx, deps, home, by, { broughtBackBy: by.actor })
    // It may have been paid, and is there whatever was ordered since.
    await writeAgain(tx, { table, row: { ...row, account_id: account?.id, beside: true } }, 'throw')
    await tx
      .insertInto('home_subscription_history')
      .values({ subscription_id: id, state: 'awaiting_payment', ...by })
      .execute()
  }
  for (const charge of of('home_charges')) {
    await writeAgain(tx, charge, 'throw')
    const { id: chargeId, state } = ChargeRow.parse(charge.row)
    await tx
      .insertInto('home_charge_history')
      .values({ charge_id: chargeId, state, ...by })
      .execute()
  }
}
