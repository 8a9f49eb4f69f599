import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ConsentFact } from '#domain/ogpo/eligibility-facts.ts'
import { type Asker, askerWith } from '../consent/asker.ts'
import { answersIn, factsOf, selectAnswers } from '../consent/consent-facts.ts'
import { selectTokens, type Token } from '../consent/tokens.ts'
import type { Db } from '../db/connect.ts'
import { openFinding } from '../esbd/findings.ts'
import type { Identity } from '../http/identity.ts'
import { type CaseSeen, selectCases } from '../kyc/cases.ts'
import type { TypedPerson } from '../persons/asked.ts'
import { selectTyped, typedOf } from '../persons/people.ts'
import { priceFinding } from './their-price.ts'

/** What we hold ourselves about the people of a sale, by IIN. */
export type HeldFacts = {
  asker: Asker
  typed: ReadonlyMap<string, TypedPerson>
  consents: ReadonlyMap<string, ConsentFact>
  tokens: readonly Token[]
  /** Their cases of screening; who has none is missing. */
  cases: ReadonlyMap<string, CaseSeen>
  /** Staff have been told that the price of this application differs, and it is not settled. */
  differed: boolean
}

/** All of it in one statement. */
export async function heldFacts(
  db: Db,
  { iins, applicationId }: { iins: readonly string[]; applicationId: string },
  me: Identity,
  now: Date,
): Promise<HeldFacts> {
  const row = await db
    .selectNoFrom(({ selectFrom, fn, val }) => {
      const among = fn.any(val([...iins]))
      return [
        selectFrom('partner_visits')
          .select('partner_visits.partner')
          .where('partner_visits.id', '=', me.partnerVisit)
          .as('partner'),
        openFinding(db).where('esbd_findings.key', '=', priceFinding(applicationId)).as('finding'),
        jsonArrayFrom(selectTyped(db, iins, me.iin, now)).as('typed'),
        jsonArrayFrom(selectAnswers(db, me.iin).where('consents.iin', '=', among)).as('consents'),
        jsonArrayFrom(
          selectTokens(db, me.iin, now)
            .where('consent_tokens.iin', '=', among)
            .select(sql<string>`encode(consent_tokens.sealed, 'base64')`.as('sealed')),
        ).as('tokens'),
        jsonArrayFrom(selectCases(db).where('kyc_cases.iin', '=', among)).as('cases'),
      ]
    })
    .executeTakeFirstOrThrow()
  const asker = askerWith(me, row.partner)
  return {
    differed: row.finding !== null,
    asker,
    typed: typedOf(row.typed),
    consents: factsOf(answersIn(row.consents, asker), me, now),
    tokens: row.tokens.map((token) => ({ ...token, sealed: Buffer.from(token.sealed, 'base64') })),
    cases: new Map(row.cases.map((one) => [one.iin, one])),
  }
}
