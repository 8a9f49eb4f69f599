import type { AtKind, Reference } from './reference.ts'
import { useNameOf } from './values.ts'

export type Proposal = Reference['open'][number]

/** The row of a proposal as people call it. */
export function useNames(at: AtKind): (proposal: Proposal) => string {
  const nameOf = useNameOf(at)
  return ({ key, values }) =>
    nameOf(at.reference.rows.find((row) => row.key === key) ?? { key, values })
}

/** Returns the fields that a proposal changes. */
export const changedBy = ({ before, values, action }: Proposal): string[] =>
  action === 'end' ? [] : Object.keys(values).filter((name) => before?.[name] !== values[name])
