import { accountsOf, type Chart, type EntryKind, sides } from '#domain/books/entries.ts'
import type { OutFile } from '#domain/books/out-files.ts'
import { asked, missingOf, ownParty, type PartyField } from '#domain/books/parties.ts'
import type { Vat } from '#domain/books/vat.ts'
import { type EntrySum, namedBy } from './entries.ts'
import type { Act } from './files.ts'
import type { PartyRow } from './settings.ts'

export type Missing =
  | { what: 'accounts'; entry: EntryKind }
  | { what: 'party'; party: string; fields: PartyField[] }
  | { what: 'party_waits'; party: string }
  | { what: 'vat' }
  | { what: 'act'; party: string }
  | { what: 'commission'; party: string }

type Of = {
  chart: Chart
  parties: readonly PartyRow[]
  /** Of which a change waits for its second signature. */
  waiting: ReadonlyMap<string, unknown>
  vat: Vat | null
  acts: readonly Act[]
  sums: readonly EntrySum[]
  /** Insurers with a commission in the month, in tenge; insurers with lines of it. */
  earned: readonly { insurer: string; commission: number }[]
  insurers: readonly string[]
  owed: readonly string[]
}

/** Returns what each file of a month lacks; nothing is omitted silently. */
export function missingIn(of: Of): Record<OutFile, Missing[]> {
  const party = (code: string, fields: readonly PartyField[]): Missing[] => {
    const row = of.parties.find((one) => one.code === code)
    const lacks = row ? missingOf(row.party, fields) : [...fields]
    return lacks.length > 0 ? [{ what: 'party', party: code, fields: lacks }] : []
  }
  const tax: Missing[] = of.earned.length > 0 && of.vat === null ? [{ what: 'vat' }] : []
  const entered = of.sums.filter(({ entry }) => accountsOf(of.chart, entry) !== 'left_out')
  const noAccounts = unique(entered.map(({ entry }) => entry.kind)).filter(
    (kind) => of.chart[kind] === undefined,
  )
  const named = unique(
    entered.flatMap((sum) =>
      Object.values(sides[sum.entry.kind]).map((side) => namedBy[side](sum)),
    ),
  ).filter((code) => code !== '' && !code.startsWith('promoter:'))
  const entries: Missing[] = [
    ...noAccounts.map((entry) => ({ what: 'accounts' as const, entry })),
    ...named.flatMap((code) => party(code, asked.operations)),
    ...tax,
  ]
  return {
    entries,
    turnovers: entries,
    acts: [...of.insurers.flatMap((code) => party(code, asked.operations)), ...tax],
    parties: [],
    orders: [
      ...(of.owed.length > 0 ? party(ownParty, asked.orders) : []),
      ...of.owed.flatMap((code) => party(code, [...asked.orders, 'knp'])),
      ...(of.owed.length > 0 ? [ownParty, ...of.owed] : [])
        .filter((code) => of.waiting.has(code))
        .map((code) => ({ what: 'party_waits' as const, party: code })),
    ],
    invoices:
      of.vat?.kind === 'no_payer'
        ? []
        : [
            ...tax,
            ...(of.earned.length > 0 ? party(ownParty, ['name', 'bin', 'signer']) : []),
            ...of.earned.flatMap(({ insurer, commission }): Missing[] => [
              ...party(insurer, asked.invoice),
              // A negative commission needs another kind of invoice, made by hand.
              ...(commission < 0 ? [{ what: 'commission' as const, party: insurer }] : []),
              ...(of.acts.some((act) => act.insurer === insurer && act.number !== '')
                ? []
                : [{ what: 'act' as const, party: insurer }]),
            ]),
          ],
  }
}

const unique = <Value>(values: readonly Value[]): Value[] => [...new Set(values)]
