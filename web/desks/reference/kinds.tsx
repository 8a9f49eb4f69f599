import { useState } from 'react'
import { addDays, numericDay } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import { inGivenOrder, versionDays } from '#domain/reference/compare.ts'
import { referenceNames } from '#domain/reference/kinds.ts'
import { kindOf } from '#domain/reference/reference.ts'
import { ask } from '../../http/ask.ts'
import { useRead } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { askWaiting, useWaiting } from '../shell/waiting.ts'
import { ViewTabs } from '../split/tabs.tsx'
import belowStyles from './below.module.css'
import { Compared, Since } from './compared.tsx'
import { Form } from './form.tsx'
import { History } from './history.tsx'
import { Open } from './open.tsx'
import styles from './reference.module.css'
import { type AtKind, type Insurers, namesInsurers, type Reference, type Row } from './reference.ts'
import own from './tariffs.module.css'
import words from './texts.ts'
import { termsOf, useNameOf } from './values.ts'

/** Proposes that a row ends on a day. */
export function End({ at, row, onClose }: { at: AtKind; row: Row; onClose: () => void }) {
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
        <p className={parts.soft}>{t.terms[termsOf(at.kind)]}</p>
        <DateField
          name="from"
          label={t.from}
          defaultValue={addDays(at.today, 1)}
          min={at.today}
          required
          error={act.errors.from}
        />
        <LimitedField
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

/**
 * Current and future rows side by side, each with what can be proposed for it; past ones are
 * folded.
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
  /** A row with a later version ends on that version's day: only the last one is changed. */
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

/** The line shows this many days of a long history, the newest. */
const SHOWN = 5

/** Days on which these rows changed or will, on one line; the version in force is filled. */
export function Versions(at: AtKind) {
  const t = useTexts(words)
  const nameOf = useNameOf(at)
  const { rows, open } = at.reference
  const days = versionDays(
    rows,
    open.map(({ key, from }) => ({ key, from })),
    at.today,
  ).slice(-SHOWN)
  if (days.length < 2) return null
  const named = (key: string) => {
    const row = rows.find((one) => one.key === key)
    return row ? nameOf(row) : key
  }
  return (
    <ol className={styles.versions} aria-label={t.versions}>
      {days.map(({ day, keys, when }) => (
        <li key={day} data-when={when}>
          <strong>
            {numericDay(day)}
            {when === 'now' ? ` · ${t.inForce}` : when === 'proposed' ? ` · ${t.proposed}` : ''}
          </strong>
          <span>{keys.length > 2 ? t.rowsChanged(keys.length) : keys.map(named).join(', ')}</span>
        </li>
      ))}
    </ol>
  )
}

export function Kind({
  kind,
  today,
  administrator,
}: Pick<AtKind, 'kind' | 'today' | 'administrator'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useRead('referenceRows', kind, async (signal) => {
    const rows = async (of: typeof kind) =>
      (await ask('referenceRows', { kind: of }, { signal })).data
    const [reference, insurers] = await Promise.all([
      rows(kind),
      namesInsurers(kind) ? rows('insurers') : null,
    ])
    return {
      reference,
      insurers: namesOf(insurers?.rows ?? [], locale, today),
      effects: await effectsOf(reference.open, signal),
    }
  })
  return (
    <div className={styles.sheet}>
      <Loaded loading={loading} value={loading.value}>
        {(loaded) => {
          const onDone = () => {
            loading.again()
            // Refreshes the counts of the rail; if that fails, the next poll does.
            askWaiting()
          }
          const at: AtKind = { kind, today, administrator, ...loaded, onDone }
          return (
            <div className={styles.kind}>
              <section className={styles.main} aria-label={t.kind[kind]}>
                <p className={styles.about}>{t.about[kind]}</p>
                <Versions {...at} />
                <Rows {...at} />
                <History {...at} />
              </section>
              <Open {...at} />
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

/** Loads the effects before the first paint: content below a proposal would move. */
async function effectsOf(open: Reference['open'], signal: AbortSignal) {
  const found = await Promise.all(
    open.map(async ({ id }) => {
      const answer = await ask('referenceEffect', { id }, { signal }).catch(() => null)
      return answer ? ([[id, answer.data]] as const) : []
    }),
  )
  return new Map(found.flat())
}

/** Returns each insurer once, by today's name; a future one by its first name. */
function namesOf(rows: Reference['rows'], locale: Locale, today: string): Insurers {
  const names = new Map<string, string>()
  const inOrder = rows.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))
  for (const { key, values, from } of inOrder)
    if (!names.has(key) || (from ?? '') <= today) names.set(key, String(values[`name_${locale}`]))
  return [...names].map(([code, name]) => ({ code, name }))
}

/** Dated rows by kind (`?kind=`): those in force, proposals, history. */
export function Kinds({ today, administrator }: Pick<AtKind, 'today' | 'administrator'>) {
  const t = useTexts(words)
  const query = useQuery()
  const waiting = useWaiting()
  const kind = referenceNames.find((one) => one === query.get('kind')) ?? 'insurers'
  const countOf = (name: string) =>
    waiting?.rows.filter(({ desk, id }) => desk === 'reference' && id === name).length || undefined
  return (
    <div className={styles.desk}>
      <ViewTabs
        aside
        label={t.kinds}
        current={kind}
        tabs={referenceNames.map((name) => ({
          key: name,
          title: t.kind[name],
          query: { kind: name },
          count: countOf(name),
          hot: true,
        }))}
      />
      <Kind key={kind} kind={kind} today={today} administrator={administrator} />
    </div>
  )
}

type Figure = NonNullable<Row['figures']>[number]

/** Versions of the tariff: single figures visible, each table behind its name. */
function Tariffs({ at, rows }: { at: AtKind; rows: readonly Row[] }) {
  const nameOf = useNameOf(at)
  return rows.map((row) => (
    <article key={row.key} className={belowStyles.row}>
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
