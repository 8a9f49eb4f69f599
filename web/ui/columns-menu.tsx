import { useState } from 'react'
import { texts, useTexts } from '../texts.ts'
import styles from './columns-menu.module.css'
import type { DenseColumn } from './dense-table.tsx'

const words = texts({ kz: { columns: 'Бағандар' }, ru: { columns: 'Столбцы' } })

const hiddenIn = (kept: string): string[] => {
  try {
    return (localStorage.getItem(kept) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

/** The columns a person chose for a list, kept on the device; the first names the row and stays. */
export function useChosenColumns<Row>(list: string, columns: readonly DenseColumn<Row>[]) {
  const kept = `qorgan.columns.${list}`
  const [hidden, setHidden] = useState(() => hiddenIn(kept))
  const hide = (key: string, away: boolean) => {
    const next = away ? [...hidden, key] : hidden.filter((one) => one !== key)
    setHidden(next)
    try {
      localStorage.setItem(kept, next.join(' '))
    } catch {
      return // storage switched off: the choice lives as long as the page
    }
  }
  return { shown: columns.filter(({ key }) => !hidden.includes(key)), hidden, hide }
}

type Props<Row> = {
  columns: readonly DenseColumn<Row>[]
  hidden: readonly string[]
  hide: (key: string, away: boolean) => void
}

/** Which columns are shown. */
export function ColumnsMenu<Row>({ columns, hidden, hide }: Props<Row>) {
  const t = useTexts(words)
  return (
    <details className={styles.menu}>
      <summary>{t.columns}</summary>
      <ul>
        {columns.slice(1).map(({ key, title }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={!hidden.includes(key)}
                onChange={({ currentTarget }) => hide(key, !currentTarget.checked)}
              />
              {title}
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}
