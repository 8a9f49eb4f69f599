import { useState } from 'react'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { texts, useTexts } from '../texts.ts'
import styles from './columns-menu.module.css'
import type { DenseColumn } from './dense-column.ts'

const words = texts({ kz: { columns: 'Бағандар' }, ru: { columns: 'Столбцы' } })

const hiddenIn = (kept: string): string[] => {
  try {
    return (localStorage.getItem(kept) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

/**
 * The columns a person chose for a list: shown at once as this device kept them, then as the server
 * did for every device of theirs. The first names the row and stays.
 */
export function useChosenColumns<Row>(list: string, columns: readonly DenseColumn<Row>[]) {
  const kept = `qorgan.columns.${list}`
  const name = `columns.${list}`
  const [chosen, setChosen] = useState<string[] | null>(null)
  const server = useReply(ask, 'staffChoices', { name })
  const told = server.value?.value.filter((one) => typeof one === 'string') ?? []
  const hidden = chosen ?? (told.length > 0 ? told : hiddenIn(kept))
  const hide = (key: string, away: boolean) => {
    const next = away ? [...hidden, key] : hidden.filter((one) => one !== key)
    setChosen(next)
    // Not kept there, it is kept here; the choice holds in any case.
    ask('staffChoose', { name, value: next }).catch(() => {})
    try {
      localStorage.setItem(kept, next.join(' '))
    } catch {
      return // storage switched off
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
