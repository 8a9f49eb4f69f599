import type { Proof } from './records.ts'

/**
 * What stands in one of two and not in the other, in words; empty when nothing was lost and nothing
 * was added.
 */
export function differences(taken: Proof, restored: Proof): string[] {
  const names = [...new Set([...Object.keys(taken.tables), ...Object.keys(restored.tables)])].sort()
  const wrong = names.flatMap((name) => {
    const [before, after] = [taken.tables[name], restored.tables[name]]
    if (!before || !after)
      return [`${name}: only ${before ? 'in the backup' : 'in the restored database'}`]
    if (before.rows !== after.rows)
      return [`${name}: ${before.rows} rows taken, ${after.rows} restored`]
    return before.digest === after.digest ? [] : [`${name}: rows differ`]
  })
  const kinds = [...new Set([...Object.keys(taken.ledger), ...Object.keys(restored.ledger)])].sort()
  return [
    ...wrong,
    ...kinds.flatMap((kind) =>
      taken.ledger[kind] === restored.ledger[kind]
        ? []
        : [
            `ledger, ${kind}: ${taken.ledger[kind] ?? 0} tenge taken, ${restored.ledger[kind] ?? 0} restored`,
          ],
    ),
  ]
}
