import {
  type Carrier,
  type Part,
  type Ran,
  type Row,
  rowsOf,
  type State,
  sections,
  stateOf,
} from './coverage.ts'

const order: State[] = ['failed', 'not run', 'no test', 'done']
const head = '| state | requirement | implementation | test |'
/** Rows that one screen shows, and tests that one row names. */
const [screenRows, shownTests] = [16, 3]
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** The page: a table for each part, folded screen by screen, what is not done first. */
export function pageOf(carried: readonly Carrier[], ran: readonly Ran[] | null): string {
  const all = sections()
  const state = new Map(rowsOf(all).map(({ id }) => [id, stateOf(id, carried, ran)] as const))
  const stateIn = ({ id }: Row): State => state.get(id) ?? 'no test'
  const line = (row: Row): string => {
    const own = carried.filter(({ ids }) => ids.includes(row.id))
    const shown = [...new Set(own.map(({ file, title }) => `${file} › ${title}`))]
    const more = shown.length > shownTests ? [`and ${shown.length - shownTests} more`] : []
    const words = row.differs
      ? `${row.what} (differs on purpose: decision ${row.differs})`
      : row.what
    const tests = [...shown.slice(0, shownTests), ...more]
    return `| ${[stateIn(row), words, row.file, tests.join('; ')].map(cell).join(' | ')} |`
  }
  const folded = (title: string, open: boolean, inside: readonly string[]): string[] => [
    `<details${open ? ' open' : ''}>`,
    `<summary>${title}</summary>`,
    '',
    ...inside,
    '</details>',
    '',
  ]
  const table = ({ number, title, rows }: Part): string[] => {
    const done = rows.filter((row) => stateIn(row) === 'done').length
    const sorted = rows.toSorted((a, b) => order.indexOf(stateIn(a)) - order.indexOf(stateIn(b)))
    const screens = Array.from({ length: Math.ceil(rows.length / screenRows) }, (_, at) => {
      const some = sorted.slice(at * screenRows, (at + 1) * screenRows)
      const inside = [head, '|---|---|---|---|', ...some.map(line), '']
      const [first, last] = [at * screenRows + 1, at * screenRows + some.length]
      // What fits on one screen is not folded twice.
      return rows.length <= screenRows
        ? inside
        : folded(
            `${first}–${last}: ${some[0]?.what.slice(0, 48)} …`,
            some.some((row) => stateIn(row) !== 'done'),
            inside,
          )
    })
    return folded(
      `${number} ${title}: ${done} of ${rows.length} done`,
      done < rows.length,
      screens.flat(),
    )
  }
  return [
    '# Coverage of the specification',
    '',
    'Made by `node scripts/coverage.ts --write` from the rows of `docs/coverage/` and the tests',
    'that carry their ids (`spec`, `tests/spec.ts`). `npm test` ends by comparing it with what',
    'really ran: a row whose test did not run, or failed, is not done.',
    '',
    ...all.flatMap(({ number, title, parts }) => [
      `## ${number}. ${title}`,
      '',
      ...parts.flatMap(table),
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
