import type { ReactNode } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { oddOnes } from '#domain/reference/compare.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import { useMedia } from '../../ui/use-media.ts'
import belowStyles from './below.module.css'
import styles from './compared.module.css'
import type { AtKind, Row } from './reference.ts'
import words from './texts.ts'
import { namingFields, useNameOf, useShown } from './values.ts'

type BelowProps = ActsProps & {
  at: AtKind
  rows: readonly Row[]
  caption: string
  fields: readonly string[]
  nameOf: (row: Row) => string
  titleOf: (row: Row) => string
  cellOf: (row: Row, field: string) => ReactNode
  isOdd: (field: string, place: number) => boolean
}

/** The same rows on a phone, few or many: one below the other, each with its facts. */
function Below({ at, rows, caption, fields, nameOf, titleOf, cellOf, isOdd, ...acts }: BelowProps) {
  const t = useTexts(words)
  return (
    <section aria-label={caption}>
      {rows.map((row, place) => (
        <article key={`${row.key} ${row.from}`} className={belowStyles.row}>
          <header>
            <h2>{titleOf(row)}</h2>
            <div className={belowStyles.acts}>
              <Acts {...acts} row={row} name={nameOf(row)} />
            </div>
            <Since row={row} today={at.today} />
          </header>
          <dl>
            {fields.map((field) => (
              <div key={field} data-odd={isOdd(field, place) ? '' : undefined}>
                <dt>{t.fields[field] ?? field}</dt>
                <dd>{cellOf(row, field)}</dd>
              </div>
            ))}
          </dl>
        </article>
      ))}
    </section>
  )
}

type Props = ActsProps & { at: AtKind; rows: readonly Row[]; caption: string }

/** With more rows than this, they are one below another with their facts beside. */
const BESIDE = 5

/** Rows side by side, one fact a line: outliers are shaded, a proposal is old → new. */
export function Compared(props: Props) {
  const { at, rows, caption } = props
  const t = useTexts(words)
  const nameOf = useNameOf(at)
  const cellOf = useCells(at)
  const fields = useFields(at, rows)
  const odd = (field: string) => oddOnes(rows.map(({ values }) => values[field]))
  const oddIn = new Map(fields.map((field) => [field, odd(field)]))
  const insured = at.kind === 'insurers' || namingFields(at.kind).includes('insurer_code')
  const keyed = (row: Row) => `${row.key} ${row.from}`
  const shortOf = (row: Row) =>
    insured ? nameOf(row).split(' · ').map(shortInsurer).join(' · ') : nameOf(row)
  const titleOf = (row: Row) => (
    <div className={styles.title}>
      <span>
        {shortOf(row)}
        <Since row={row} today={at.today} />
      </span>
      <Acts {...props} row={row} name={nameOf(row)} />
    </div>
  )
  const isBeside = rows.length <= BESIDE
  const isPhone = useMedia('(width < 600px)')
  const isOdd = (field: string, place: number) => oddIn.get(field)?.[place] ?? false
  if (isPhone)
    return (
      <Below
        {...props}
        fields={fields}
        nameOf={nameOf}
        cellOf={cellOf}
        isOdd={isOdd}
        titleOf={shortOf}
      />
    )
  const cell = (row: Row, field: string, place: number) => (
    <td
      key={`${keyed(row)} ${field}`}
      data-odd={isOdd(field, place) ? '' : undefined}
      data-number={isBeside || !isNumber(row.values[field]) ? undefined : ''}
    >
      {cellOf(row, field)}
    </td>
  )
  return (
    // A table wider than its place is scrolled within it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no pointer scrolls by keys
    <section className={styles.scroll} tabIndex={0} aria-label={caption}>
      <table className={styles.table} data-beside={isBeside || undefined}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{isBeside ? t.field : (t.rowsOf[at.kind] ?? t.rowName)}</th>
            {isBeside
              ? rows.map((row) => (
                  <th scope="col" key={keyed(row)}>
                    {titleOf(row)}
                  </th>
                ))
              : fields.map((field) => (
                  <th
                    scope="col"
                    key={field}
                    data-number={isNumber(rows[0]?.values[field]) ? '' : undefined}
                  >
                    {t.fields[field] ?? field}
                  </th>
                ))}
          </tr>
        </thead>
        <tbody>
          {isBeside
            ? fields.map((field) => (
                <tr key={field}>
                  <th scope="row">{t.fields[field] ?? field}</th>
                  {rows.map((row, place) => cell(row, field, place))}
                </tr>
              ))
            : rows.map((row, place) => (
                <tr key={keyed(row)}>
                  <th scope="row">{titleOf(row)}</th>
                  {fields.map((field) => cell(row, field, place))}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

/**
 * Returns true for values aligned to the end of their column; facts read along their row are at its
 * start.
 */
const isNumber = (value: Row['values'][string] | undefined): boolean =>
  /^-?\d+(\.\d+)?$/.test(String(value ?? ''))

/** Returns the fields that the heading does not show already. */
function useFields({ kind }: AtKind, rows: readonly Row[]): string[] {
  const locale = useLocale()
  const said = namingFields(kind)
  return Object.keys(rows[0]?.values ?? {}).filter(
    (field) => field !== `name_${locale}` && field !== `title_${locale}` && !said.includes(field),
  )
}

/**
 * Returns a function that draws a value; if the row has a proposal, the old value struck out beside
 * the new.
 */
function useCells(at: AtKind): (row: Row, field: string) => ReactNode {
  const shown = useShown(at)
  return (row, field) => {
    const value = row.values[field]
    const proposal = at.reference.open.find(
      ({ key, action, before }) => key === row.key && action === 'set' && before !== null,
    )
    const next = proposal?.values[field]
    if (!proposal || next === undefined || next === value) return shown(value, field)
    return (
      <>
        <del>{shown(value, field)}</del> <ins>{shown(next, field)}</ins>
      </>
    )
  }
}

/** From which day to which a row is in force. */
export function Since({ row, today }: { row: Row; today: string }) {
  const t = useTexts(words)
  if (!row.from) return null
  const day = numericDay(row.from)
  return (
    <small>
      {row.to ? t.between(day, numericDay(row.to)) : t.since(day)}
      {row.from > today ? <Chip tone="now">{t.future}</Chip> : row.sample ? ` · ${t.sample}` : null}
    </small>
  )
}

type ActsProps = {
  mayChange?: (row: Row) => boolean
  onChange?: (row: Row) => void
  onEnd?: ((row: Row) => void) | undefined
}

/** What can be proposed for a row. */
function Acts({ row, name, mayChange, onChange, onEnd }: ActsProps & { row: Row; name: string }) {
  const t = useTexts(words)
  if (!onChange || !mayChange?.(row)) return null
  return (
    <small className={styles.acts}>
      <button type="button" aria-label={`${t.change}: ${name}`} onClick={() => onChange(row)}>
        {t.change}
      </button>
      {onEnd && row.to === null ? (
        <button type="button" aria-label={`${t.end}: ${name}`} onClick={() => onEnd(row)}>
          {t.end}
        </button>
      ) : null}
    </small>
  )
}
