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
 * Returns the language of 1414's question: the person's own, if their cabinet has one; else that of
 * the requesting page.
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
 * State of the consent for this recipient and person in the state's service. `refused`: the
 * register rejected the token, so we delete it.
 */
export type Held =
  | { state: 'held'; consent: PersonConsent; refused(): Promise<void> }
  | { state: 'missing' | 'awaiting' | 'rejected' | 'unreachable' }

/**
 * Returns the token that accompanies every request for this person's data. If the asker has none
 * and vouches for the person (their own code or sign-in, a consent already given, a promoter's
 * word), reports that to the state, which issues one (`purpose` says for what); otherwise no
 * register is queried. Throws `Unavailable` if the consent service does not reply. `read`: the
 * asker's tokens, if just read. Throws 429 if others have rung the person too often that day.
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
  // Querying an open process rings nobody.
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
  // A buyer's own consent counts in every client role.
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
      // The person's own answer ends with it: they have to consent anew.
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
 * Returns the process's number, stored before the request: one with a lost reply is queried again,
 * not begun twice. Null if a token has arrived meanwhile.
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
