import type pg from 'pg'

/**
 * Lines of the journal of outside calls are not written one by one: the product collects them for a
 * moment and writes them together (`server/telemetry/journal.ts`), and so does whoever plays it.
 */
const TOGETHER_AT = 200
const WAIT_MS = 300

export const areLines = (text: string): boolean => /^\s*insert into "outside_calls"/i.test(text)

export type Speaks = { query(asked: pg.QueryConfig): Promise<pg.QueryResult> }
type Word = string | Buffer | null
/** Rows of one insert and whatever else its transaction says. */
type Written = { text: string; values: Word[]; rest: (on: Speaks) => Promise<void> }

/** `write` writes so many rows by one insert in one transaction with the rest of the last of them. */
export function lines(write: (text: string, values: Word[], rest: Written['rest']) => void) {
  let values: Word[] = []
  let last: Written | null = null
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (last) write(insertOf(last.text, values.length), values, last.rest)
    values = []
    last = null
  }
  return (written: Written) => {
    last = written
    values.push(...written.values)
    timer ??= setTimeout(flush, WAIT_MS)
    if (values.length >= TOGETHER_AT * widthOf(written.text)) flush()
  }
}

const headOf = (text: string) => text.slice(0, text.indexOf(') values ') + 1)
const widthOf = (text: string) => headOf(text).split(',').length

function insertOf(text: string, count: number): string {
  const width = widthOf(text)
  const rows = Array.from({ length: count / width }, (_, row) => {
    const places = Array.from({ length: width }, (_, at) => `$${row * width + at + 1}`)
    return `(${places.join(', ')})`
  })
  return `${headOf(text)} values ${rows.join(', ')}`
}
