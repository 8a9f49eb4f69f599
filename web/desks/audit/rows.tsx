import { useState } from 'react'
import type { Fold } from '#domain/audit-fold.ts'
import { almatyDay, formatTime, numericDay } from '#domain/calendar.ts'
import { useTexts } from '../../texts.ts'
import { classNames } from '../../ui/class-names.ts'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './audit.module.css'
import { type Entry, objectsOf, placeOf, useActorName } from './entry.ts'
import own from './rows.module.css'
import words from './texts.ts'

type Row = { key: string; entry: Entry; fold: Fold<Entry>; part: boolean }
type Props = {
  folds: readonly Fold<Entry>[]
  codes: boolean
  chosen: Entry | null
  onChoose: (entry: Entry) => void
}

/** One row per act: who did what to what, from where, under which seal. */
export function Rows({ folds, codes, chosen, onChoose }: Props) {
  const t = useTexts(words)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const turn = (key: string) => {
    const next = new Set(open)
    if (!next.delete(key)) next.add(key)
    setOpen(next)
  }
  const rows = folds.flatMap((fold): Row[] => [
    { key: fold.key, entry: fold.entries[0], fold, part: false },
    ...(open.has(fold.key)
      ? fold.entries.map((entry) => ({ key: entry.id, entry, fold, part: true }))
      : []),
  ])
  const what = (row: Row) => (
    <What
      row={row}
      open={open.has(row.fold.key)}
      codes={codes}
      onTurn={() => turn(row.fold.key)}
      onChoose={() => onChoose(row.entry)}
    />
  )
  const two = useNarrow()
  const lines: DenseColumn<Row>[] = [
    { key: 'what', title: t.columns.what, grows: true, cell: what },
    { key: 'at', title: t.columns.at, number: true, cell: ({ entry }) => clock(entry) },
  ]
  const columns: DenseColumn<Row>[] = [
    { key: 'at', title: t.columns.at, cell: timeOf },
    {
      key: 'actor',
      title: t.columns.actor,
      cell: ({ entry, part }) => (part ? '' : <Who entry={entry} />),
    },
    {
      key: 'what',
      title: t.columns.what,
      grows: true,
      cell: what,
    },
    {
      key: 'from',
      title: t.columns.from,
      from: 900,
      cell: ({ entry }) => t.places[placeOf(entry)],
    },
    {
      key: 'seal',
      title: t.columns.seal,
      number: true,
      from: 600,
      cell: ({ entry }) => entry.seal ?? <span className={own.waits}>{t.waits}</span>,
    },
  ]
  return (
    <DenseTable
      caption={t.caption(rows.length)}
      height={two ? 'two' : 'dense'}
      columns={two ? lines : columns}
      rows={rows}
      keyOf={({ key }) => key}
      selected={rows.find(({ entry }) => entry === chosen)?.key ?? null}
      groupOf={({ entry }) => {
        const day = almatyDay(new Date(entry.at))
        return { key: day, title: numericDay(day) }
      }}
    />
  )
}

const clock = (entry: Entry) => formatTime(new Date(entry.at))
function timeOf({ fold, entry, part }: Row): string {
  const oldest = fold.entries.at(-1)
  if (part || !oldest || clock(oldest) === clock(entry)) return clock(entry)
  return `${clock(oldest)}–${clock(entry)}`
}

function Who({ entry }: { entry: Entry }) {
  const name = useActorName()(entry)
  const initials = entry.actor_name
    ? entry.actor_name
        .split(' ')
        .map((word) => word.slice(0, 1))
        .slice(0, 2)
        .join('')
    : name.slice(0, 1)
  return (
    <span className={own.who}>
      <span
        className={own.initials}
        data-person={entry.actor_name ? '' : undefined}
        aria-hidden="true"
      >
        {initials}
      </span>
      {name}
    </span>
  )
}

type WhatProps = {
  row: Row
  open: boolean
  codes: boolean
  onTurn: () => void
  onChoose: () => void
}

function What({ row: { entry, fold, part }, open, codes, onTurn, onChoose }: WhatProps) {
  const t = useTexts(words)
  const name = useActorName()(entry)
  const times = part ? 1 : fold.entries.length
  const said = t.actions[entry.action] ?? entry.action
  return (
    <span className={own.what} data-part={part ? '' : undefined}>
      {times > 1 ? (
        <button
          type="button"
          className={own.turn}
          aria-expanded={open}
          aria-label={t.timesOf(said, times)}
          onClick={onTurn}
        >
          <ChevronIcon className={open ? styles.down : own.right} />
        </button>
      ) : null}
      <a
        data-row
        href={`#${entry.id}`}
        onClick={(event) => {
          event.preventDefault()
          onChoose()
        }}
      >
        {said}
      </a>
      {times > 1 ? <span className={classNames(styles.times, own.times)}>{times}×</span> : null}
      {!part && entry.unusual !== null ? <span className={styles.unusual}>{t.unusual}</span> : null}
      <span className={styles.soft}>
        {part ? '' : <b className={own.by}>{times > 1 ? `${times}× · ${name}` : name}</b>}
        {objectsOf(part ? [entry] : fold.entries, t.objects)}
      </span>
      {codes ? (
        <code>
          {entry.action} {entry.object.kind} {entry.object.id}
        </code>
      ) : null}
    </span>
  )
}
