import { useState } from 'react'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { texts, useTexts } from '../texts.ts'
import styles from './columns-menu.module.css'
import type { DenseColumn } from './dense-column.ts'

const words = texts({
  kz: { columns: 'Бағандар', earlier: 'Жоғары жылжыту', later: 'Төмен жылжыту' },
  ru: { columns: 'Столбцы', earlier: 'Выше', later: 'Ниже' },
})

const choiceIn = (kept: string): string[] => {
  try {
    return (localStorage.getItem(kept) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}

/** Prefix of a column's key in the order of all; a key without it is hidden. */
const ordered = '>'

/**
 * Returns the columns a person chose for a list, and their order: at once from this device, then
 * from the server, which has them for every device. The first names the row and stays. `away`:
 * hidden by default. `keys`: those shown, after a choice.
 */
export function useChosenColumns<Row>(
  list: string,
  columns: readonly DenseColumn<Row>[],
  away: readonly string[] = [],
) {
  const kept = `qorgan.columns.${list}`
  const name = `columns.${list}`
  const [chosen, setChosen] = useState<string[] | null>(null)
  const server = useReply(ask, 'staffChoices', { name })
  const told = server.value?.value.filter((one) => typeof one === 'string') ?? []
  const choice = chosen ?? (told.length > 0 ? told : choiceIn(kept))
  const hidden = choice.length > 0 ? choice.filter((one) => !one.startsWith(ordered)) : away
  const places = choice.filter((one) => one.startsWith(ordered)).map((one) => one.slice(1))
  const placeOf = (key: string, at: number) =>
    at === 0 ? -1 : places.includes(key) ? places.indexOf(key) : places.length + at
  const inOrder = columns
    .map((column, at) => ({ column, place: placeOf(column.key, at) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ column }) => column)
  const keep = (nowHidden: readonly string[], keys: readonly string[]) => {
    const next = [...nowHidden, ...keys.map((key) => ordered + key)]
    setChosen(next)
    // If the server does not store it, the device does; the choice holds in any case.
    ask('staffChoose', { name, value: next }).catch(() => {})
    try {
      localStorage.setItem(kept, next.join(' '))
    } catch {
      return // storage switched off
    }
  }
  const order = inOrder.map(({ key }) => key)
  const hide = (key: string, gone: boolean) =>
    keep(gone ? [...hidden, key] : hidden.filter((one) => one !== key), order)
  const move = (key: string, by: 1 | -1) => {
    const to = order.indexOf(key) + by
    if (to < 1 || to >= order.length) return
    const others = order.filter((one) => one !== key)
    keep(hidden, others.toSpliced(to, 0, key))
  }
  const shown = inOrder.filter(({ key }) => !hidden.includes(key))
  return {
    shown,
    keys: choice.length > 0 ? shown.map(({ key }) => key) : undefined,
    menu: { columns: inOrder, hidden, hide, move },
  }
}

type Props<Row> = {
  columns: readonly DenseColumn<Row>[]
  hidden: readonly string[]
  hide: (key: string, away: boolean) => void
  move: (key: string, by: 1 | -1) => void
}

/** Menu that shows, hides and orders columns. */
export function ColumnsMenu<Row>({ columns, hidden, hide, move }: Props<Row>) {
  const t = useTexts(words)
  const [, ...others] = columns
  return (
    <details className={styles.menu} data-columns>
      <summary>{t.columns}</summary>
      <ul>
        {others.map(({ key, title }, at) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={!hidden.includes(key)}
                onChange={({ currentTarget }) => hide(key, !currentTarget.checked)}
              />
              {title}
            </label>
            <button
              type="button"
              disabled={at === 0}
              aria-label={`${t.earlier}: ${title}`}
              title={t.earlier}
              onClick={() => move(key, -1)}
            >
              ↑
            </button>
            <button
              type="button"
              disabled={at === others.length - 1}
              aria-label={`${t.later}: ${title}`}
              title={t.later}
              onClick={() => move(key, 1)}
            >
              ↓
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
