import { useState } from 'react'
import { addDays, numericDay } from '#domain/calendar.ts'
import { kindOf } from '#domain/reference.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Form } from './form.tsx'
import type { AtKind, Reference } from './reference.ts'
import styles from './rows.module.css'
import words from './texts.ts'
import { useNameOf, useShown } from './values.ts'

type Row = Reference['rows'][number]

/**
 * The rows in force and to come, each with what can be proposed for it; those that are over stand
 * folded away.
 */
export function Rows(at: AtKind) {
  const t = useTexts(words)
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const [termination, setEnding] = useState<Row | null>(null)
  const { kind, today, reference } = at
  const over = (row: Row) => row.to !== null && row.to < today
  const ended = kind === 'tariff' || kindOf(kind).to !== null
  const current = reference.rows.filter((row) => !over(row))
  const past = reference.rows.filter(over)
  return (
    <>
      {ended ? (
        <div className={parts.actions}>
          <Button variant="secondary" onClick={() => setEditing('new')}>
            {kind === 'tariff' ? t.upload : t.add}
          </Button>
        </div>
      ) : null}
      {current.length === 0 ? <EmptyState title={t.empty} /> : null}
      <div className={styles.cards}>
        {current.map((row) => {
          // What has a later row is over on its day: the later one is changed.
          const last = !current.some(
            (other) => other.key === row.key && (other.from ?? '') > (row.from ?? ''),
          )
          return (
            <One
              key={`${row.key} ${row.from}`}
              row={row}
              at={at}
              {...(last
                ? {
                    onChange: () => setEditing(row),
                    ...(ended ? { onEnd: () => setEnding(row) } : {}),
                  }
                : {})}
            />
          )
        })}
      </div>
      {past.length > 0 ? (
        <details>
          <summary>
            {t.past}: {past.length}
          </summary>
          <div className={styles.cards}>
            {past.map((row) => (
              <One key={`${row.key} ${row.from}`} row={row} at={at} />
            ))}
          </div>
        </details>
      ) : null}
      {editing ? (
        <Form at={at} row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
      {termination ? <End at={at} row={termination} onClose={() => setEnding(null)} /> : null}
    </>
  )
}

type OneProps = { row: Row; at: AtKind; onChange?: () => void; onEnd?: () => void }

function One({ row, at, onChange, onEnd }: OneProps) {
  const { kind, today } = at
  const t = useTexts(words)
  const locale = useLocale()
  const shown = useShown(at)
  const day = (date: string) => numericDay(date)
  const name = useNameOf(at)(row)
  /** What the heading says already. */
  const said = kind === 'tariff' ? [] : (kindOf(kind).keyOf ?? [])
  return (
    <Card
      title={name}
      aside={
        row.from && row.from > today ? (
          <Chip tone="now">{t.future}</Chip>
        ) : row.sample ? (
          <Chip>{t.sample}</Chip>
        ) : null
      }
    >
      <div className={parts.form}>
        {row.from ? (
          <p className={parts.soft}>
            {row.to ? t.between(day(row.from), day(row.to)) : t.since(day(row.from))}
          </p>
        ) : null}
        <Facts
          facts={Object.entries(row.values)
            .filter(
              ([field]) =>
                field !== `name_${locale}` && field !== `title_${locale}` && !said.includes(field),
            )
            .map(([field, value]) => ({
              label: t.fields[field] ?? field,
              value: shown(value, field),
            }))}
        />
        {kind === 'tariff' || !onChange ? null : (
          <div className={parts.actions}>
            <Button
              variant="secondary"
              size="small"
              aria-label={`${t.change}: ${name}`}
              onClick={onChange}
            >
              {t.change}
            </Button>
            {onEnd && row.to === null ? (
              <Button variant="quiet" size="small" aria-label={`${t.end}: ${name}`} onClick={onEnd}>
                {t.end}
              </Button>
            ) : null}
          </div>
        )}
      </div>
    </Card>
  )
}

function End({ at, row, onClose }: { at: AtKind; row: Row; onClose: () => void }) {
  const t = useTexts(words)
  const act = useAct()
  const name = useNameOf(at)(row)
  const end = async (form: FormData) => {
    const body = { kind: at.kind, action: 'end' as const, key: row.key, values: {} }
    const done = await act.run(() =>
      ask('referencePropose', {
        ...body,
        from: String(form.get('from') ?? ''),
        reason: String(form.get('reason') ?? ''),
      }),
    )
    if (!done) return
    onClose()
    at.onDone()
  }
  return (
    <ActDialog
      open
      title={`${t.end}: ${name}`}
      submit={t.propose}
      danger
      act={act}
      onClose={onClose}
      onSubmit={(form) => void end(form)}
    >
      <div className={parts.form}>
        <DateField
          name="from"
          label={t.from}
          defaultValue={addDays(at.today, 1)}
          min={at.today}
          required
          error={act.errors.from}
        />
        <TextField
          name="reason"
          label={t.reason}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}
