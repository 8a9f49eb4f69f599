import { z } from 'zod'
import { knownNames } from '#contract/fields.ts'
import { maskIin } from '#domain/iin.ts'
import { listFormats } from '#domain/kyc/kyc.ts'
import { columnIn } from '#domain/locale-columns.ts'
import { fullName } from '#domain/person.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import type { Db } from '../db/connect.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { waitingSubjects } from '../signatures/signatures.ts'
import { effectOf, matchedBy, VERSION_SHOWN } from './compared.ts'
import { policiesInForce, titlesOf } from './desk.ts'
import { leavingOf } from './left-out.ts'
import { isYoung, KeptMatch, newestVersions } from './lists.ts'

const PAGE = 20
const Origin = z.enum(['sale', 'rescreen', 'desk', 'typed']).catch('sale')
const Compared = z.object(knownNames)
const Place = z.tuple([part.instant, z.string().regex(/^\d{12}$/)])

type View = 'waiting' | 'blocked' | 'decided'
/**
 * The cases of a view, never one's own; those of `decided` that no person decided about are the
 * program's own.
 */
const ofView = (db: Db, view: View, own: string) => {
  const cases = db
    .selectFrom('kyc_cases')
    .where('kyc_cases.iin', '<>', own)
    .where('status', '=', view === 'decided' ? 'unblocked' : 'blocked')
  return view === 'waiting'
    ? cases.where('decided_at', 'is', null)
    : cases.where('decided_at', 'is not', null)
}
const countOf = async (db: Db, view: View, own: string): Promise<number> => {
  const { count } = await ofView(db, view, own)
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
async function countsOf(db: Db, own: string) {
  const [waiting, blocked] = await Promise.all([
    countOf(db, 'waiting', own),
    countOf(db, 'blocked', own),
  ])
  return { waiting, blocked }
}

/** Returns a page of a view. Records one entry in the audit log for viewing the list. */
export const cases = handle('kycCases', async ({ view, cursor }, { db, clock, me, locale }) => {
  const after = readCursor(cursor, Place)
  // Open cases: longest waiting first; decided ones: newest first.
  const [column, sign, order] =
    view === 'waiting'
      ? (['opened_at', '>', 'asc'] as const)
      : (['decided_at', '<', 'desc'] as const)
  const [rows, counts] = await Promise.all([
    ofView(db, view, me().iin)
      .innerJoin('screenings', 'screenings.id', 'kyc_cases.screening_id')
      .select(['kyc_cases.id', 'kyc_cases.iin', 'kyc_cases.origin', 'opened_at', 'decided_at'])
      .select(['screenings.matches', 'screenings.compared'])
      .$if(after !== null, (query) =>
        query.where((expression) =>
          expression.or([
            expression(column, sign, new Date(after?.[0] ?? 0)),
            expression.and([
              expression(column, '=', new Date(after?.[0] ?? 0)),
              expression('kyc_cases.iin', '>', after?.[1] ?? ''),
            ]),
          ]),
        ),
      )
      .orderBy(column, order)
      .orderBy('kyc_cases.iin')
      .limit(PAGE + 1)
      .execute(),
    countsOf(db, me().iin),
  ])
  const page = rows.slice(0, PAGE)
  const [inForce, waits] = await Promise.all([
    policiesInForce(
      db,
      page.map(({ iin }) => iin),
    ),
    waitingSubjects(
      db,
      'kyc',
      page.map(({ id }) => id),
    ),
  ])
  await audit(db, clock.now(), {
    actor: actorOf(me()),
    action: 'kyc.cases_seen',
    object: { kind: 'kyc_cases', id: 'new' },
    details: { shown: page.length },
  })
  const titles = await titlesOf(db, locale)
  const last = page.at(-1)
  return ok({
    cases: page.map((row) => {
      const matches = z.array(KeptMatch).catch([]).parse(row.matches)
      const compared = Compared.safeParse(row.compared)
      return {
        id: row.id,
        iin: maskIin(row.iin),
        name: compared.success ? fullName(compared.data) : '',
        origin: Origin.parse(row.origin),
        openedAt: row.opened_at.toISOString(),
        decidedAt: row.decided_at?.toISOString() ?? null,
        by: matches[0] ? matchedBy.parse(matches[0].by) : null,
        lists: [...new Set(matches.map(({ list }) => list))].map((code) => ({
          code,
          title: titles.get(code)?.title ?? code,
        })),
        score: Math.max(0, ...matches.map(({ score }) => score)),
        policies_in_force: inForce.get(row.iin) ?? 0,
        signature_waits: waits.has(row.id),
      }
    }),
    ...counts,
    next:
      rows.length > PAGE && last
        ? writeCursor([(last[column] ?? last.opened_at).toISOString(), last.iin])
        : null,
  })
})

const REFUSED_SHOWN = 5
const Reason = z.enum(['empty', 'truncated', 'unreadable', 'refused', 'shrunk']).catch('unreadable')
/** `list TERROR: truncated` of BadList, or `shrunk`. */
const reasonIn = (text: string) =>
  Reason.parse(/\b(empty|truncated|unreadable|refused|shrunk)\b/.exec(text)?.[1])
/** A newer version's format is shown as one of a single file; such a file is refused. */
const Format = z.enum(listFormats).catch('un')
const FileOrigin = z.enum(['fetched', 'uploaded']).nullable().catch(null)
const WalkState = z.enum(['running', 'done', 'replaced']).catch('done')

/** Returns the lists and the progress of the screening of all clients. */
export const lists = handle('kycLists', async (_body, { db, screening, me, locale }) => {
  const [versions, fresh, cases, walk] = await Promise.all([
    newestVersions(db),
    screening.fresh(),
    countsOf(db, me().iin),
    db.selectFrom('kyc_rescreens').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ])
  const refused = await db
    .selectFrom('aml_refused')
    .select(['list_code', 'reason', 'origin', 'at'])
    .where('at', '>', new Date(Date.now() - 30 * 86_400_000))
    .orderBy('at', 'desc')
    .limit(200)
    .execute()
  const leaving = await Promise.all(
    versions.map(({ code, version_id }) =>
      leavingOf(db, { code, version: version_id, me: actorOf(me()) }),
    ),
  )
  return ok({
    fresh,
    cases,
    lists: versions.map((row, place) => ({
      code: row.code,
      title: columnIn(row, 'title', locale),
      effect: effectOf(row.effect),
      format: Format.parse(row.format),
      version: row.version?.slice(0, VERSION_SHOWN) ?? null,
      entries: row.entry_count ?? 0,
      origin: FileOrigin.parse(row.origin),
      importedAt: row.imported_at?.toISOString() ?? null,
      confirmedAt: row.confirmed_at?.toISOString() ?? null,
      max_age_hours: row.max_age_hours,
      leaving: leaving[place] ?? null,
      state:
        row.confirmed_at === null
          ? ('missing' as const)
          : isYoung(row, Date.now())
            ? ('fresh' as const)
            : ('too_old' as const),
      refused: refused
        .filter(
          ({ list_code, at }) =>
            list_code === row.code && (row.confirmed_at === null || at > row.confirmed_at),
        )
        .slice(0, REFUSED_SHOWN)
        .map(({ reason, origin, at }) => ({
          at: at.toISOString(),
          reason: reasonIn(reason),
          origin,
        })),
    })),
    rescreen: walk
      ? {
          state: WalkState.parse(walk.state),
          list: walk.list_code,
          checked: walk.checked,
          blocked: walk.blocked,
          startedAt: walk.started_at.toISOString(),
          finishedAt: walk.finished_at?.toISOString() ?? null,
        }
      : null,
  })
})
