import { useState } from 'react'
import { kindOf } from '#domain/reference.ts'
import { inGivenOrder } from '#domain/reference-compare.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Compared } from './compared.tsx'
import { End } from './end.tsx'
import { Form } from './form.tsx'
import styles from './reference.module.css'
import type { AtKind, Row } from './reference.ts'
import { Tariffs } from './tariffs.tsx'
import words from './texts.ts'

/**
 * The rows in force and to come beside each other, each with what can be proposed for it; those
 * that are over stand folded away.
 */
export function Rows(at: AtKind) {
  const t = useTexts(words)
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const [ending, setEnding] = useState<Row | null>(null)
  const { kind, today, reference } = at
  const over = (row: Row) => row.to !== null && row.to < today
  const ended = kind === 'tariff' || kindOf(kind).to !== null
  const current = inGivenOrder(reference.rows.filter((row) => !over(row)))
  const past = reference.rows.filter(over)
  /** What has a later row is over on its day: the later one is changed. */
  const isLast = (row: Row) =>
    !current.some((other) => other.key === row.key && (other.from ?? '') > (row.from ?? ''))
  return (
    <>
      {ended ? (
        <div className={styles.actions}>
          <Button variant="secondary" size="small" onClick={() => setEditing('new')}>
            {kind === 'tariff' ? t.upload : t.add}
          </Button>
        </div>
      ) : null}
      {current.length === 0 ? <EmptyState title={t.empty} /> : null}
      {current.length > 0 && kind === 'tariff' ? <Tariffs at={at} rows={current} /> : null}
      {current.length > 0 && kind !== 'tariff' ? (
        <Compared
          at={at}
          rows={current}
          caption={t.rows}
          mayChange={isLast}
          onChange={setEditing}
          onEnd={ended ? setEnding : undefined}
        />
      ) : null}
      {past.length > 0 ? (
        <details className={styles.history}>
          <summary>
            {t.past}: {past.length}
          </summary>
          {kind === 'tariff' ? (
            <Tariffs at={at} rows={past} />
          ) : (
            <Compared at={at} rows={past} caption={t.past} />
          )}
        </details>
      ) : null}
      {editing ? (
        <Form at={at} row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
      {ending ? <End at={at} row={ending} onClose={() => setEnding(null)} /> : null}
    </>
  )
}
