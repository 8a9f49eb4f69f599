import type { ReactNode } from 'react'

/** Sort orders of a column: of the first press and of the second. */
type Sort = { first: string; second: string; rising: 'first' | 'second' }
export type DenseColumn<Row> = {
  key: string
  title: string
  number?: boolean | undefined
  /** Takes the rest of the width; its text is cut. */
  grows?: boolean | undefined
  /** A personal name of any length: cut if too long, the table is not widened. */
  name?: boolean | undefined
  /** Our own words: wrap to a second line before they widen the table. */
  wraps?: boolean | undefined
  /** Narrower than so many pixels the column is left out, never pushed over the edge. */
  from?: 600 | 900 | 1200 | undefined
  sort?: Sort | undefined
  cell: (row: Row) => ReactNode
}
