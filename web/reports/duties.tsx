import { useState } from 'react'
import { byHand, confirmable } from '#domain/books/duties.ts'
import {
  addDays,
  almatyDay,
  type Day,
  daysBetween,
  lastOfMonth,
  numericDay,
} from '#domain/calendar.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ActDialog, useAct } from '../ui/act.tsx'
import { Button } from '../ui/button.tsx'
import type { DenseColumn } from '../ui/dense-column.ts'
import { DenseTable } from '../ui/dense-table.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { type Place, QueryLink } from '../ui/query-link.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import styles from './duties.module.css'
import words from './duties-texts.ts'
import { monthName } from './period.ts'
import report from './report.module.css'

type Duty = Reply<'reportDuties'>['data'][number]
type ByHand = (typeof byHand)[number]

/** Duties by deadline, with what each lacks and a link to its act. */
export function DutiesView({ today }: { today: string }) {
  const t = useTexts(words)
  const loading = useReply(ask, 'reportDuties', {})
  const count = (state: Duty['state']) =>
    (loading.value ?? []).filter((one) => one.state === state).length
  useFootSum(t.foot(count('open'), count('late')))
  return (
    <section
      className={report.ledger}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
      tabIndex={0}
      aria-label={t.caption}
    >
      <Loaded loading={loading} value={loading.value}>
        {(duties) => (
          <>
            <Duties duties={duties} today={today} again={loading.again} />
            <Terms duties={duties} again={loading.again} />
          </>
        )}
      </Loaded>
      <p className={styles.about}>{t.about}</p>
    </section>
  )
}

/** The name of a month, quarter or year. */
function usePeriod() {
  const t = useTexts(words)
  const locale = useLocale()
  return (period: string): string => {
    const [, year = '', quarter] = /^(\d{4})(?:-Q(\d))?/.exec(period) ?? []
    if (quarter) return t.quarter(year, quarter)
    if (period.length === 10) return numericDay(period)
    return period.length === 7 ? monthName(period, locale) : t.year(year)
  }
}

const hows = ['done', 'not_needed'] as const

type DutiesProps = { duties: readonly Duty[]; today: string; again: () => void }

function Duties({ duties, today, again }: DutiesProps) {
  const t = useTexts(words)
  const named = usePeriod()
  const [marked, setMarked] = useState<{ duty: ByHand; period: string } | null>(null)
  // No default: marking a duty is a decision.
  const [unsaid, setUnsaid] = useState(false)
  const [opened, setOpened] = useState<readonly Duty['duty'][]>([])
  const act = useAct(null)
  const does = async (work: () => Promise<unknown>, said: string) => {
    if (!(await act.run(work, said))) return
    setMarked(null)
    again()
  }
  const left = (row: Duty): string => {
    if (row.state === 'done' || row.state === 'not_needed') return t.states[row.state]
    const days = daysBetween(today, row.due)
    if (days < 0) return t.lateBy(-days)
    return days === 0 ? t.today : t.inDays(days)
  }
  const missing = ({ duty, missing: n, state, mark }: Duty): string => {
    if (mark && (state === 'done' || state === 'not_needed')) return `${mark.note}, ${mark.by}`
    if (n === null) return t.unknown
    if (state === 'done' || n === 0 || !(duty in t.missing)) return '–'
    return t.missing[duty as keyof typeof t.missing](n) // the names of the line before
  }
  const due = (row: Duty) => (
    <span className={`${styles.two} ${styles.due}`} data-when={whenOf(row, today)}>
      <span>{numericDay(row.due)}</span>
      <small>{left(row)}</small>
    </span>
  )
  const shown = whens.flatMap((when) => duties.filter((row) => whenOf(row, today) === when))
  const two = useNarrow()
  const first: DenseColumn<Duty> = { key: 'due', title: t.columns.due, cell: due }
  const duty: DenseColumn<Duty> = {
    key: 'duty',
    title: t.columns.duty,
    grows: true,
    cell: (row) => (
      <span className={styles.two}>
        <b>{t.names[row.duty]}</b>
        <small>
          {row.period ? named(row.period) : ''}
          {two && missing(row) !== '–' ? ` · ${missing(row)}` : ''}
          <Folded
            rows={foldedBehind(row, duties)}
            open={opened.includes(row.duty)}
            onToggle={() =>
              setOpened((was) =>
                was.includes(row.duty) ? was.filter((one) => one !== row.duty) : [...was, row.duty],
              )
            }
          />
        </small>
        {two ? due(row) : null}
      </span>
    ),
  }
  const missed: DenseColumn<Duty> = { key: 'missing', title: t.columns.missing, cell: missing }
  const source: DenseColumn<Duty> = {
    key: 'source',
    title: t.columns.source,
    from: 1200,
    cell: ({ source: of, sure, confirmed, moved }) => (
      <span className={`${styles.two} ${styles.source}`}>
        <small>{confirmed?.source ?? t.sources[of]}</small>
        <small>
          {t.sure[sure]}
          {moved ? `, ${t.moved}` : ''}
        </small>
      </span>
    ),
  }
  const way: DenseColumn<Duty> = {
    key: 'act',
    title: t.columns.act,
    cell: (row) => (
      <Way
        row={row}
        onMark={() => setMarked(isByHand(row) ? row : null)}
        onUnmark={() => {
          if (isByHand(row))
            void does(
              () => ask('reportUnmarkDuty', { duty: row.duty, period: row.period }),
              t.unmarked,
            )
        }}
      />
    ),
  }
  return (
    <>
      <DenseTable
        caption={t.caption}
        rows={shown.filter((row) => !isFolded(row, duties) || opened.includes(row.duty))}
        keyOf={({ duty, period }) => `${duty} ${period}`}
        height="two"
        groupOf={(row) => {
          const when = whenOf(row, today)
          const count = shown.filter((one) => whenOf(one, today) === when).length
          return {
            key: when,
            title: (
              <span className={styles.group} data-when={when}>
                {t.groups[when]} <span>{count}</span>
              </span>
            ),
          }
        }}
        columns={two ? [duty, way] : [first, duty, missed, source, way]}
      />
      <ActDialog
        open={marked !== null}
        title={marked ? t.markTitle(t.names[marked.duty], named(marked.period)) : ''}
        submit={t.save}
        act={act}
        onClose={() => {
          setMarked(null)
          setUnsaid(false)
        }}
        onSubmit={(form) => {
          if (!marked) return
          const how = hows.find((one) => one === form.get('how'))
          setUnsaid(!how)
          if (!how) return document.getElementById('how')?.focus()
          const note = String(form.get('note') ?? '')
          const { duty, period } = marked
          void does(() => ask('reportMarkDuty', { duty, period, how, note }), t.marked)
        }}
      >
        <Select
          name="how"
          label={t.how}
          placeholder={t.chooseHow}
          error={unsaid ? t.chooseHow : undefined}
          options={hows.map((value) => ({ value, label: t.hows[value] }))}
        />
        <TextField name="note" label={t.note} error={act.errors.note} />
      </ActDialog>
    </>
  )
}

type FoldedProps = { rows: readonly Duty[]; open: boolean; onToggle: () => void }

function Folded({ rows, open, onToggle }: FoldedProps) {
  const t = useTexts(words)
  const named = usePeriod()
  const last = rows.at(-1)
  if (!last) return null
  return (
    <button type="button" className={styles.more} aria-expanded={open} onClick={onToggle}>
      {open ? t.fewer : t.more(rows.length, named(last.period))}
    </button>
  )
}

type Unsure = (typeof confirmable)[number]

/** Sources of the deadlines; an accountant confirms one that is a guess. */
function Terms({ duties, again }: { duties: readonly Duty[]; again: () => void }) {
  const t = useTexts(words)
  const [chosen, setChosen] = useState<Unsure | null>(null)
  const act = useAct(null)
  const does = async (work: () => Promise<unknown>, said: string) => {
    if (!(await act.run(work, said))) return
    setChosen(null)
    again()
  }
  const terms = confirmable.flatMap((duty) => {
    const row = duties.find((one) => one.duty === duty)
    return row ? [{ ...row, duty }] : []
  })
  if (terms.length === 0) return null
  const known = terms.filter(({ confirmed }) => confirmed).length
  return (
    <>
      <Disclosure title={t.terms(known, terms.length)} className={styles.terms}>
        <ul>
          {terms.map(({ duty, source, sure, confirmed }) => (
            <li key={duty}>
              <b>{t.names[duty]}</b>
              <span>{confirmed?.source ?? t.sources[source]}</span>
              <span className={styles.soft}>
                {confirmed
                  ? t.confirmedBy(confirmed.by, numericDay(almatyDay(new Date(confirmed.at))))
                  : t.sure[sure]}
              </span>
              <Button
                variant={confirmed ? 'quiet' : 'secondary'}
                size="small"
                aria-label={`${confirmed ? t.unconfirm : t.confirm}: ${t.names[duty]}`}
                onClick={() =>
                  confirmed
                    ? void does(() => ask('reportUnconfirmTerm', { duty }), t.unconfirmed)
                    : setChosen(duty)
                }
              >
                {confirmed ? t.unconfirm : t.confirm}
              </Button>
            </li>
          ))}
        </ul>
      </Disclosure>
      <ActDialog
        open={chosen !== null}
        title={chosen ? t.confirmTitle(t.names[chosen]) : ''}
        submit={t.confirm}
        act={act}
        onClose={() => setChosen(null)}
        onSubmit={(form) => {
          const source = String(form.get('source') ?? '')
          if (chosen)
            void does(() => ask('reportConfirmTerm', { duty: chosen, source }), t.termConfirmed)
        }}
      >
        <p>{t.confirmText}</p>
        <TextField name="source" label={t.termSource} error={act.errors.source} />
      </ActDialog>
    </>
  )
}

const isByHand = (row: Duty): row is Duty & { duty: ByHand } =>
  byHand.some((one) => one === row.duty)

/** Returns the desk's screen on which a monthly duty is done. */
function placeOf({ duty, period }: Duty): Place | null {
  const days = { from: `${period}-01`, to: lastOfMonth(`${period}-01`) }
  if (duty === 'statements') return { view: 'statements', ...days }
  if (duty === 'acts') return { view: 'periods', part: 'papers', month: period }
  return duty === 'close' ? { view: 'periods', part: null, month: period } : null
}

type WayProps = { row: Duty; onMark: () => void; onUnmark: () => void }

function Way({ row, onMark, onUnmark }: WayProps) {
  const t = useTexts(words)
  const named = usePeriod()
  if (isByHand(row))
    return (
      <Button
        variant="secondary"
        size="small"
        aria-label={`${row.mark ? t.unmark : t.mark}: ${t.names[row.duty]}, ${named(row.period)}`}
        onClick={row.mark ? onUnmark : onMark}
      >
        {row.mark ? t.unmark : t.mark}
      </Button>
    )
  if (row.state === 'done') return '–'
  const to = row.period ? placeOf(row) : null
  return to ? (
    <span className={styles.way}>
      <QueryLink to={to}>
        {t.acts[row.duty as 'statements' | 'acts' | 'close']}
        <span className="visually-hidden">
          : {t.names[row.duty]}, {named(row.period)}
        </span>
      </QueryLink>
    </span>
  ) : null
}

type Due = { duty: string; period: string; state: string }

/** Returns late duties of a kind after the first: they look alike, so they are folded behind it. */
function lateAfter<Row extends Due>({ duty, period }: Due, duties: readonly Row[]): readonly Row[] {
  const late = duties.filter((one) => one.duty === duty && one.state === 'late')
  return late.length > 2 && late.some((one) => one.period === period) ? late.slice(1) : []
}

/** Returns the duties folded behind a row: only behind the first late one of its kind. */
export const foldedBehind = <Row extends Due>(row: Row, duties: readonly Row[]): readonly Row[] =>
  duties.find(({ duty, state }) => duty === row.duty && state === 'late')?.period === row.period
    ? lateAfter(row, duties)
    : []

/** Returns whether a row is folded behind another. */
export const isFolded = <Row extends Due>(row: Row, duties: readonly Row[]): boolean =>
  lateAfter(row, duties).some(({ period }) => period === row.period)

/** Groups of the calendar, in their order. */
const whens = ['late', 'now', 'later', 'over'] as const
/** Days before its deadline from which a duty is next. */
const NEXT_DAYS = 7

/** Whether a duty is late, next, later or over. */
export function whenOf({ due, state }: { due: Day; state: string }, today: Day) {
  if (state === 'late') return 'late'
  if (state !== 'open') return 'over'
  return due <= addDays(today, NEXT_DAYS) ? 'now' : 'later'
}
