import { accountsOf } from '#domain/books/entries.ts'
import { outFiles } from '#domain/books/out-files.ts'
import { namesOf as actorsOf, myAccount } from '../../accounts/accounts.ts'
import { ok } from '../../http/refuse.ts'
import { handle } from '../../http/route.ts'
import { actor } from '../books-lock.ts'
import { leftOf } from './entries.ts'
import { byAccounts } from './files.ts'
import { givenOut, monthsOf, readMonth } from './read.ts'
import { signedParties } from './set-party.ts'

const tenge = (tiyn: number) => tiyn / 100

export const reportOut = handle('reportOut', async (ask, { db, clock, me }) => {
  const mine = actor((await myAccount(db, me())).id)
  const today = clock.today()
  const months = await monthsOf(db)
  // The last finished month: the current one has no entries yet.
  const usual = months.find(({ month }) => month < today.slice(0, 7)) ?? months[0]
  const month = ask.month ?? usual?.month ?? today.slice(0, 7)
  const closedAt = months.find((one) => one.month === month)?.closedAt ?? null
  const read = await readMonth(db, month, closedAt, today)
  const { making, sums, insurers, missing, empty } = read
  const left = await leftOf(db, month, making.bins)
  const made = await givenOut(db, month, closedAt)
  const signed = await signedParties(db)
  const name = await actorsOf(db, [
    ...[...read.chart, ...read.parties, ...read.vats].flatMap(({ by }) => (by ? [actor(by)] : [])),
    ...[...read.waiting.values()].map(({ asked_by }) => asked_by),
    ...[...signed.values()].flatMap(({ asked_by, decided_by }) => [asked_by, decided_by]),
  ])
  const who = (by: string | null) => (by ? name(actor(by)) : null)
  const waitingOf = (code: string) => {
    const row = read.waiting.get(code)
    if (!row) return null
    const { id, asked_by, asked_at, changes } = row
    const at = asked_at.toISOString()
    return { id, changes, at, by: name(asked_by), mine: asked_by === mine }
  }
  const signedOf = (code: string) => {
    const row = signed.get(code)
    if (!row?.decided_at) return null
    return { by: [name(row.asked_by), name(row.decided_by)], at: row.decided_at.toISOString() }
  }
  const { accounts, rest } = byAccounts(making, sums)
  const totals = new Map<string, { count: number; tiyn: number }>()
  for (const { entry, count, tiyn } of sums) {
    const key = `${entry.kind} ${entry.reversed}`
    const sum = totals.get(key) ?? { count: 0, tiyn: 0 }
    totals.set(key, { count: sum.count + count, tiyn: sum.tiyn + tiyn })
  }
  return ok({
    month,
    months: months.map(({ month: one, closedAt: at }) => ({ month: one, closed: at !== null })),
    closedAt: closedAt?.toISOString() ?? null,
    entries: read.chart.flatMap(({ entry: kind }) =>
      [false, true].flatMap((reversed) => {
        const sum = totals.get(`${kind} ${reversed}`)
        if (!sum) return []
        const by = accountsOf(making.chart, { kind, reversed })
        return {
          entry: kind,
          leftOut: by === 'left_out',
          count: sum.count,
          debit: by && by !== 'left_out' ? by.debit : null,
          credit: by && by !== 'left_out' ? by.credit : null,
          amount: tenge(sum.tiyn),
        }
      }),
    ),
    turnovers: accounts.map(({ account, opening, debit, credit, closing }) => ({
      account,
      opening: tenge(opening),
      debit: tenge(debit),
      credit: tenge(credit),
      closing: tenge(closing),
    })),
    rest: tenge(rest),
    unexplained: { count: left.unexplained.count, amount: tenge(left.unexplained.tiyn) },
    others: { count: left.others.count, amount: tenge(left.others.tiyn) },
    acts: insurers.map(({ insurer, policies, premium, commission, toPassOn }) => {
      const act = making.acts.find((one) => one.insurer === insurer)
      return {
        insurer,
        policies,
        premium,
        commission,
        toPassOn,
        act: act?.number ?? null,
        theirs: act?.amount ?? null,
      }
    }),
    files: outFiles.map((file) => ({
      file,
      missing: missing[file],
      empty: empty[file],
      madeAt: made.get(file)?.toISOString() ?? null,
    })),
    chart: read.chart.map(({ entry, accounts, sample, at, by }) => ({
      entry,
      leftOut: accounts === 'left_out',
      sample,
      debit: accounts && accounts !== 'left_out' ? accounts.debit : null,
      credit: accounts && accounts !== 'left_out' ? accounts.credit : null,
      at: at?.toISOString() ?? null,
      by: who(by),
    })),
    parties: read.parties.map(({ code, title, party, sample, at, by }) => ({
      code,
      title,
      facts: party,
      sample,
      at: at?.toISOString() ?? null,
      by: who(by),
      waiting: waitingOf(code),
      signed: signedOf(code),
    })),
    vat: read.vats.map(({ kind, percent, from, source, at, by }) => ({
      kind,
      percent,
      from,
      source,
      at: at.toISOString(),
      by: name(actor(by)),
    })),
  })
})
