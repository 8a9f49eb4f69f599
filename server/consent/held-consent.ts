import { sql } from 'kysely'
import { addMs, consentAnswerMs } from '#domain/lifetimes.ts'
import { defaultLocale, type Locale, parseLocale } from '#domain/locale.ts'
import type { PersonConsent } from '#systems/consent.ts'
import { TOKEN_MS } from '#systems/kdp/protocol.ts'
import { consentPurpose } from '#texts/consent.ts'
import { opened, type Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { type Asker, answersTo } from './consent-facts.ts'
import {
  boundTo,
  forgetTokens,
  type Has,
  keepToken,
  PURPOSE,
  Stored,
  selectTokens,
  type Token,
} from './tokens.ts'

/**
 * The language somebody is asked in by 1414: their own, where their cabinet knows it; else the one
 * of the page that asks.
 */
export async function languageOf(
  db: Sql,
  iin: string,
  page: Locale = defaultLocale,
): Promise<Locale> {
  const account = await db
    .selectFrom('accounts')
    .select('locale')
    .where('realm', '=', 'cabinet')
    .where('iin', '=', iin)
    .executeTakeFirst()
  return account ? parseLocale(account.locale) : page
}

/**
 * What stands in the state's consent service for this asker and person. `refused`: the register
 * took it for none, so it is forgotten.
 */
export type Held =
  | { state: 'held'; consent: PersonConsent; refused(): Promise<void> }
  | { state: 'missing' | 'awaiting' | 'rejected' | 'unreachable' }

/**
 * The token that goes with every request for this person's data. Where the asker has none and
 * vouches for the person (their own code or sign-in, a consent already given, a promoter's word),
 * the state is told so and gives one (`purpose` says for what); nobody else gets a register
 * asked. Throws `Unavailable` when the consent service does not answer. `read`: the tokens of the
 * asker, where they have just been read. Others ring a person only so often in a day: throws 429.
 */
export async function heldConsent(
  deps: Has & Pick<Deps, 'limits'> & { locale?: Locale },
  asker: Asker,
  iin: string,
  vouched: boolean,
  read?: readonly Token[],
  purpose = consentPurpose,
): Promise<Held> {
  const kept = await (read ? open(deps, asker, iin, read) : keptToken(deps, asker, iin))
  if (kept) return kept
  if (!vouched) return { state: 'missing' }
  const { omitSms } = deps.config.systems.kdp
  // A process that is open is asked about, which rings nobody.
  if (!omitSms && asker.asked_by !== iin && !(await isOpen(deps, asker, iin)))
    await deps.limits.count('stateAsksPerPersonADay', iin)
  const number = await begun(deps, asker, iin)
  // Another request was first.
  if (number === null) return (await keptToken(deps, asker, iin)) ?? { state: 'missing' }
  const answer = await deps.systems.kdp.ask({
    iin,
    purpose: purpose[await languageOf(deps.db, iin, deps.locale)],
    key: number,
    sms: !omitSms,
    holdsMs: TOKEN_MS,
  })
  if (answer.state === 'expired') return { state: 'missing' }
  if (answer.state !== 'approved') return { state: answer.state }
  await keepToken(deps, { iin, ...asker, consentId: null, requestNumber: number }, answer.consent)
  return held(deps, { iin, ...asker }, answer.consent)
}

async function keptToken(deps: Has, asker: Asker, iin: string): Promise<Held | null> {
  const rows = await selectTokens(deps.db, asker.asked_by, deps.clock.now())
    .select('consent_tokens.sealed')
    .where('consent_tokens.iin', '=', iin)
    .execute()
  return open(deps, asker, iin, rows)
}

async function open(
  deps: Has,
  asker: Asker,
  iin: string,
  rows: readonly Token[],
): Promise<Held | null> {
  // What buyers agreed to themselves serves through every client's door.
  const row = rows.find((one) => one.iin === iin && answersTo(one, asker))
  if (!row?.sealed) return null
  const plain = opened(
    deps.config.signingKey,
    { purpose: PURPOSE, bound: boundTo(row) },
    row.sealed,
  )
  const read = plain === null ? null : Stored.safeParse(JSON.parse(plain))
  if (read?.success) return held(deps, row, read.data)
  // Sealed under another key: as good as none.
  await forgetTokens(deps.db, row)
  return null
}

function held({ db, clock }: Has, of: Asker & { iin: string }, consent: PersonConsent): Held {
  return {
    state: 'held',
    consent,
    refused: async () => {
      const gone = await db
        .deleteFrom('consent_tokens')
        .where('iin', '=', of.iin)
        .where('asked_by', '=', of.asked_by)
        .where('asker', '=', of.asker)
        .returning('consent_id')
        .execute()
      // The person's own answer is over with it: they are asked anew.
      for (const { consent_id } of gone)
        if (consent_id)
          await db
            .updateTable('consents')
            .set({ valid_until: clock.now() })
            .where('id', '=', consent_id)
            .execute()
    },
  }
}

/** A process that may still be answered. */
const openAt = (now: Date) =>
  sql<boolean>`consent_tokens.sealed is null and consent_tokens.asked_at > ${addMs(now, -consentAnswerMs)}`

const isOpen = async ({ db, clock }: Has, asker: Asker, iin: string) =>
  (await db
    .selectFrom('consent_tokens')
    .select('iin')
    .where('iin', '=', iin)
    .where('asked_by', '=', asker.asked_by)
    .where('asker', '=', asker.asker)
    .where(openAt(clock.now()))
    .executeTakeFirst()) !== undefined

/**
 * The number of the process, kept before it is asked: one whose answer was lost is asked about
 * again, not begun twice. Null when a token has come meanwhile.
 */
async function begun({ db, clock }: Has, asker: Asker, iin: string): Promise<string | null> {
  const now = clock.now()
  const open = openAt(now)
  const row = await db
    .insertInto('consent_tokens')
    .values({ iin, ...asker, request_number: crypto.randomUUID(), asked_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['iin', 'asked_by', 'asker'])
        .doUpdateSet({
          request_number: sql`case when ${open} then consent_tokens.request_number else excluded.request_number end`,
          asked_at: sql`case when ${open} then consent_tokens.asked_at else excluded.asked_at end`,
          consent_id: null,
          sealed: null,
          expires_at: null,
        })
        .where((is) =>
          is.or([
            is('consent_tokens.sealed', 'is', null),
            is('consent_tokens.expires_at', '<=', now),
          ]),
        ),
    )
    .returning('request_number')
    .executeTakeFirst()
  return row?.request_number ?? null
}
