import { pathOf } from '#contract/pages.ts'
import * as refusals from '#domain/refusals.ts'
import type { Acquirer } from '#systems/acquirer/client.ts'
import { Unavailable } from '#systems/http.ts'
import { cabinetAnswers } from '#texts/cabinet.ts'
import { changeEntry } from '../accounts/account-changes.ts'
import { type Account, myAccount } from '../accounts/accounts.ts'
import { actorOf } from '../accounts/owner.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { answerUnavailable, notFound, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { step } from '../jobs/steps.ts'
import { paymentLimits } from '../settings/time-limits.ts'

/** The client's cards, the newest first. */
export const cardsOf = (sql: Sql, accountId: string) =>
  sql
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('added_at', 'desc')
    .orderBy('id')
    .execute()

/** Makes one card the active one and the others not. The account's row must be locked. */
export async function makeActive(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx
    .updateTable('cards')
    .set({ active: false })
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .execute()
  await tx.updateTable('cards').set({ active: true }).where('id', '=', id).execute()
}

export type NewCard = { token: string; outsideId: string; maskedPan: string; validTo: string }

/**
 * Stores a bound card by its token, so that the same card arriving twice is one. The first becomes
 * the active one. A card the client has deleted returns only if they opened the page again since,
 * not by a repeated old notice.
 */
export async function keepCard(
  tx: Tx,
  account: Pick<Account, 'id' | 'cards_asked_at'>,
  card: NewCard,
  at: Date,
): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute()
  const known = await tx
    .selectFrom('cards')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('token', '=', card.token)
    .executeTakeFirst()
  if (known && !known.removed_at) {
    // Found in their list before its notice arrived: the notice adds the rest.
    if (card.validTo && !known.valid_to)
      await tx
        .updateTable('cards')
        .set({ valid_to: card.validTo })
        .where('id', '=', known.id)
        .execute()
    return
  }
  if (known?.removed_at && (!account.cards_asked_at || account.cards_asked_at <= known.removed_at))
    return
  const others = await cardsOf(tx, account.id)
  const row = {
    outside_id: card.outsideId,
    masked_pan: card.maskedPan,
    valid_to: card.validTo,
    active: others.length === 0,
    added_at: at,
    removed_at: null,
  }
  await tx
    .insertInto('cards')
    .values({ account_id: account.id, token: card.token, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'token']).doUpdateSet(row))
    .execute()
}

export const getCards = handle('cabinetGetCards', async (_body, context) => {
  const { db, me } = context
  const account = await myAccount(db, me())
  await askForLostCards(context, account)
  const cards = await cardsOf(db, account.id)
  return {
    success: true as const,
    cards: cards.map((card) => ({
      id: card.id,
      card_hash: card.masked_pan,
      active: card.active ? ('1' as const) : ('0' as const),
      valid_to: card.valid_to,
    })),
  }
})

/**
 * The notice of a bound card may get lost: for an hour after the page was opened the list is
 * compared with the acquirer's.
 */
async function askForLostCards({ db, clock, systems, log }: Deps, account: Account) {
  const now = clock.now()
  if (
    !account.cards_asked_at ||
    now.getTime() - account.cards_asked_at.getTime() > paymentLimits.cardBindingMs
  )
    return
  let theirs: Awaited<ReturnType<Acquirer['cards']>>
  try {
    theirs = await systems.acquirer.cards(account.id)
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    log.warn({ err: cause }, 'the acquirer did not tell the cards; ours are shown')
    return
  }
  for (const card of theirs)
    await db
      .transaction()
      .execute((tx) =>
        keepCard(
          tx,
          account,
          { token: card.token, outsideId: card.id, maskedPan: card.maskedPan, validTo: '' },
          now,
        ),
      )
}

export const addCard = handle(
  'cabinetAddCard',
  async (_body, { db, me, clock, systems, config, locale }) => {
    const account = await myAccount(db, me())
    const back = `${config.publicUrl}${pathOf('account', locale)}?tab=cards`
    let page: Awaited<ReturnType<Acquirer['startBinding']>>
    try {
      page = await systems.acquirer.startBinding({
        userId: account.id,
        locale,
        noticeUrl: `${config.publicUrl}/api/hooks/acquirer/card`,
        backUrl: back,
      })
    } catch (cause) {
      if (!(cause instanceof Unavailable)) throw cause
      throw answerUnavailable({ message: refuse(locale, refusals.cardNotAdded).message })
    }
    if ('refused' in page) return refuse(locale, refusals.cardNotAdded)
    await db
      .updateTable('accounts')
      .set({ cards_asked_at: clock.now() })
      .where('id', '=', account.id)
      .execute()
    return {
      success: true as const,
      redirect_url: page.redirectUrl,
      message: cabinetAnswers.cardPage[locale],
    }
  },
)

export const changeActiveCard = handle(
  'cabinetChangeActiveCard',
  async ({ id }, { db, me, locale }) => {
    const account = await myAccount(db, me())
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', account.id)
        .forUpdate()
        .execute()
      const card = (await cardsOf(tx, account.id)).find((each) => each.id === id)
      if (!card) throw notFound()
      await makeActive(tx, account.id, id)
    })
    return { success: true as const, message: cabinetAnswers.cardChanged[locale] }
  },
)

/**
 * Deletes a card, at the acquirer first, which treats a missing card as removed, so that a second
 * try ends the same.
 */
export const deleteCard = handle('cabinetDeleteCard', async ({ id }, context) => {
  const { db, me, clock, systems, locale, device } = context
  const account = await myAccount(db, me())
  const card = (await cardsOf(db, account.id)).find((each) => each.id === id)
  if (!card) throw notFound()
  await step('cabinet.card.remove', () =>
    systems.acquirer.removeCard({ userId: account.id, token: card.token }),
  )
  await step('cabinet.card.commit', () =>
    db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('accounts')
        .select('id')
        .where('id', '=', account.id)
        .forUpdate()
        .execute()
      const { numUpdatedRows: removed } = await tx
        .updateTable('cards')
        .set({ removed_at: clock.now(), active: false })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (removed > 0)
        await changeEntry(tx, context, 'card_removed', {
          before: account,
          actor: actorOf(me()),
          device,
        })
      const [newest, ...rest] = await cardsOf(tx, account.id)
      if (newest && ![newest, ...rest].some((each) => each.active))
        await makeActive(tx, account.id, newest.id)
    }),
  )
  return { success: true as const, message: cabinetAnswers.cardDeleted[locale] }
})
