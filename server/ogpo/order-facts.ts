import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { askerWith } from '../consent/asker.ts'
import { answersIn, type Given, givenOf, selectAnswers } from '../consent/consent-facts.ts'
import type { Db } from '../db/connect.ts'
import { instant } from '../db/instant.ts'
import type { Identity } from '../http/identity.ts'
import { type CaseSeen, selectCases } from '../kyc/cases.ts'
import type { PartnerVisit } from '../orders/sold-by.ts'
import { peopleOfQuote, type Quote, quoteOf, selectQuote } from '../quotes/quotes.ts'
import { type BlockPage, blockPageAt } from '../reference/block-page.ts'

/** What an order is decided by, as the database has it now. */
export type OrderFacts = {
  quote: Quote
  /** The id of the order this quote already has. */
  orderId: string | null
  /** The contacts of the buyer's account, where there is one. */
  account: { phone: string | null; email: string | null } | null
  blockPage: BlockPage
  /** The partner's visit that the caller's token was opened in. */
  visit: PartnerVisit | null
  /** The consents given to the caller by whoever the quote is about. */
  given: Given[]
  /** Their cases of screening, by IIN; who has none is missing. */
  cases: ReadonlyMap<string, CaseSeen>
}

/**
 * Everything in one statement (decision 232); null for a quote there is not. What is written by it
 * is judged again where it is written: a second order of the quote by the database's own rule.
 */
export async function orderFacts(
  db: Db,
  calculationId: string,
  me: Identity,
  now: Date,
): Promise<OrderFacts | null> {
  const row = await selectQuote(db, calculationId)
    .select(({ selectFrom }) => [
      selectFrom('orders')
        .select('orders.id')
        .whereRef('orders.calculation_id', '=', 'quotes.id')
        .as('order_id'),
      jsonObjectFrom(
        selectFrom('accounts')
          .select(['accounts.phone', 'accounts.email'])
          .where('accounts.realm', '=', 'cabinet')
          .whereRef('accounts.iin', '=', 'quotes.buyer_iin'),
      ).as('account'),
      jsonObjectFrom(
        selectFrom('block_page').select([
          'block_page.is_blocked',
          'block_page.date_from',
          'block_page.date_to',
          'block_page.text',
        ]),
      ).as('block_page'),
      jsonObjectFrom(
        selectFrom('partner_visits')
          .innerJoin('partners', 'partners.code', 'partner_visits.partner')
          .select(['partners.code', 'partners.source', 'partner_visits.reference'])
          .where('partner_visits.id', '=', me.partnerVisit),
      ).as('visit'),
      jsonArrayFrom(selectAnswers(db, me.iin).where('consents.iin', 'in', peopleOfQuote)).as(
        'consents',
      ),
      jsonArrayFrom(selectCases(db).where('kyc_cases.iin', 'in', peopleOfQuote)).as('cases'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const { order_id: orderId, account, block_page: block, visit, consents, cases, ...quote } = row
  const asker = askerWith(me, visit?.code ?? null)
  return {
    quote: quoteOf(quote),
    orderId,
    account,
    blockPage: blockPageAt(
      block
        ? { ...block, date_from: instant(block.date_from), date_to: instant(block.date_to) }
        : undefined,
      now,
    ),
    visit,
    given: givenOf(answersIn(consents, asker), now),
    cases: new Map(cases.map((one) => [one.iin, one])),
  }
}
