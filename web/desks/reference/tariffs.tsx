import { groupDigits } from '#domain/format.ts'
import { useLocale, useTexts } from '../../texts.ts'
import styles from './below.module.css'
import type { AtKind, Row } from './reference.ts'
import { Since } from './row-head.tsx'
import own from './tariffs.module.css'
import words from './texts.ts'
import { useNameOf } from './values.ts'

type Figure = NonNullable<Row['figures']>[number]

/** Versions of the tariff: single figures in sight, each table behind its name. */
export function Tariffs({ at, rows }: { at: AtKind; rows: readonly Row[] }) {
  const nameOf = useNameOf(at)
  return rows.map((row) => (
    <article key={row.key} className={styles.row}>
      <header>
        <h2>{nameOf(row)}</h2>
        <Since row={row} today={at.today} />
      </header>
      <Figures figures={row.figures ?? []} />
    </article>
  ))
}

function Figures({ figures }: { figures: readonly Figure[] }) {
  const t = useTexts(words).effect
  const names: Record<string, string> = t.tables
  const tables = Map.groupBy(figures, ({ table }) =>
    table === 'region_correction' ? 'region_base' : table,
  )
  const of = [...tables]
  return (
    <>
      <dl className={own.single}>
        {of.flatMap(([name, [one, ...more]]) =>
          one && more.length === 0 ? (
            <div key={name}>
              <dt>{names[name] ?? name}</dt>
              <dd>{shown(one.value)}</dd>
            </div>
          ) : (
            []
          ),
        )}
      </dl>
      {of
        .filter(([, all]) => all.length > 1)
        .map(([name, all]) => (
          <details key={name} className={own.table}>
            <summary>
              {names[name] ?? name}: {new Set(all.map(({ row }) => row)).size}
            </summary>
            <Table name={names[name] ?? name} figures={all} />
          </details>
        ))}
    </>
  )
}

/** One table; a region has its base and its correction in one row. */
function Table({ name, figures }: { name: string; figures: readonly Figure[] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const rows = [...Map.groupBy(figures, ({ row }) => row)]
  return (
    <table>
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{t.rowName}</th>
          {rows[0]?.[1].map(({ table }) => (
            <th key={table} scope="col">
              {table === 'region_correction' ? t.effect.tables[table] : t.coefficient}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([row, cells]) => (
          <tr key={row}>
            <th scope="row">{cells[0]?.label?.[locale] ?? row}</th>
            {cells.map(({ table, value }) => (
              <td key={table}>{shown(value)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `4325` as `4 325`, `2.09` as `2,09`. */
const shown = (value: string): string =>
  value.includes('.') ? value.replace('.', ',') : groupDigits(Number(value))
