import { type ReactNode, useState } from 'react'
import { daysBetween } from '#domain/calendar.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateField } from '../ui/date-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import { Select } from '../ui/select.tsx'
import { periodOf, quickPeriods } from './period.ts'
import styles from './report.module.css'
import words from './report-texts.ts'

export type Choice = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  sort?: boolean
}
type Props = {
  today: string
  choices?: readonly Choice[]
  /** Days a period may have; with more nothing is asked. */
  longest?: number
  children: ReactNode
}

/**
 * The period and what narrows it, all in the address; the fields follow the address when it changes
 * by itself. Below, what is found.
 */
export function Filters({ today, choices = [], longest = 366, children }: Props) {
  const t = useTexts(words)
  const query = useQuery()
  const text = query.toString()
  const [form, setForm] = useState({ key: text, own: text })
  if (text !== form.own) setForm({ key: text, own: text })
  const { from, to } = periodOf(query, today)
  const tooLong = daysBetween(from, to) >= longest
  const quick = quickPeriods(today)

  const show = (data: FormData) => {
    const next = new URLSearchParams(location.search)
    const changes = Object.fromEntries(
      [...data.entries()].map(([name, value]) => [name, String(value)]),
    )
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setForm({ key: form.key, own: next.toString() })
    setQuery(changes)
  }
  return (
    <>
      <Card>
        <form
          key={form.key}
          className={styles.filters}
          aria-label={t.filters}
          onSubmit={(event) => {
            event.preventDefault()
            show(new FormData(event.currentTarget))
          }}
        >
          <div className={styles.quick}>
            {(['today', 'month', 'previous'] as const).map((name) => (
              <Button
                key={name}
                variant="secondary"
                size="small"
                onClick={() => setQuery(quick[name])}
              >
                {t[name]}
              </Button>
            ))}
          </div>
          <div className={styles.grid}>
            <DateField name="from" label={t.from} defaultValue={from} max={today} required />
            <DateField name="to" label={t.to} defaultValue={to} max={today} required />
            {choices.map(({ name, label, options, sort }) => (
              <Select
                key={`${name}${options.length}`}
                name={name}
                label={label}
                {...(sort ? {} : { placeholder: t.any })}
                defaultValue={query.get(name) ?? (sort ? options[0]?.value : '')}
                options={options}
              />
            ))}
            <Button type="submit">{t.show}</Button>
          </div>
        </form>
      </Card>
      {tooLong ? <Notice tone="warn" live title={t.tooLong(longest)} /> : children}
    </>
  )
}
