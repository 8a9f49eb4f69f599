import type { ReactNode } from 'react'

/** Sorting by a column: what the first press asks the server for, and the second. */
type Sort = { first: string; second: string; rising: 'first' | 'second' }
export type DenseColumn<Row> = {
  key: string
  title: string
  number?: boolean | undefined
  /** Takes what is left of the width, its text is cut. */
  grows?: boolean | undefined
  /** Somebody's name, as long as it likes: too long, it is cut, and the table is not widened. */
  name?: boolean | undefined
  /** Words of ours, which take a second line before they widen the table. */
  wraps?: boolean | undefined
  /** Narrower than so many pixels the column is left out, never pushed over the edge. */
  from?: 600 | 900 | 1200 | undefined
  sort?: Sort | undefined
  cell: (row: Row) => ReactNode
}
