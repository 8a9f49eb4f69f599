import { type ReactNode, useRef, useState } from 'react'
import { unknownHere, type Way, waysToSettle } from '#domain/books/settle.ts'
import { numericDay } from '#domain/calendar.ts'
import { percent } from '#domain/percent.ts'
import { useKeys } from '../desks/shell/keys.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { ActDialog, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import parts from '../ui/desk-parts.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorIcon } from '../ui/icons.tsx'
import { shortInsurer } from '../ui/insurer-name.ts'
import { ClockIcon } from '../ui/later-icons.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { queryWith, setQuery } from '../ui/query.ts'
import { QueryLink } from '../ui/query-link.tsx'
import { Table } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import words, { differingWords } from './accounting-texts.ts'
import styles from './match.module.css'
import matchWords from './match-texts.ts'
import reportsWords from './match-texts.ts'
import type { Period } from './period.ts'
import type { Books, Exception } from './replies.ts'
import { SaleLink } from './sale-link.tsx'

type Props = {
  books: Books
  period: Period
  tab: 'open' | 'here' | 'there'
  again: () => void
}

/** Differences, each with the act that settles it; contracts in a table of their own. */
export function Open({ books, period, tab, again }: Props) {
  const t = useTexts(matchWords)
  const said = useTexts(words).reconciliation
  const rows = books.exceptions.filter(({ kind }) => kind !== 'refunded')
  const contracts = rows.filter(({ kind }) => kind === 'contract_differs')
  const others = rows.filter(({ kind }) => kind !== 'contract_differs')
  // Our own books agree; with a bank nothing was compared.
  const isCompared = books.statements.length > 0
  const nothing = {
    open: isCompared ? [said.sound, said.soundText] : [t.noneOurs, t.notCompared],
    here: isCompared ? [t.noneHere, t.noneMissingText] : [t.noStatements, t.notCompared],
    there: isCompared ? [t.noneThere, t.noneMissingText] : [t.noStatements, t.notCompared],
  }[tab]
  return (
    <>
      {rows.length === 0 ? <EmptyState title={nothing[0] ?? ''}>{nothing[1]}</EmptyState> : null}
      {others.length > 0 ? <Pairs rows={others} period={period} onSettled={again} /> : null}
      {contracts.length > 0 ? (
        <div className={styles.findings}>
          <Differing caption={said.kinds.contract_differs} rows={contracts} />
        </div>
      ) : null}
      <NotShown books={books} tab={tab} />
    </>
  )
}

/** Kinds of which only the newest are shown, with a link to more. */
function NotShown({ books, tab }: Pick<Props, 'books' | 'tab'>) {
  const said = useTexts(words).reconciliation
  const shownOf = (kind: string) => books.exceptions.filter((one) => one.kind === kind).length
  if (tab !== 'open') {
    const [shown, all] = [books.exceptions.length, books.missing[tab]]
    return shown < all ? <p className={styles.more}>{said.shown(shown, all)}</p> : null
  }
  // A chosen kind shows as many as it can: the others were not loaded.
  const kinds = new Set(books.exceptions.map(({ kind }) => kind))
  return books.counts
    .filter(({ kind, count }) => kind !== 'refunded' && kinds.has(kind) && count > shownOf(kind))
    .map(({ kind, count }) => (
      <p key={kind} className={styles.more}>
        {said.kinds[kind]}. {said.shown(shownOf(kind), count)}{' '}
        <button type="button" onClick={() => setQuery({ kind })}>
          {said.more}
        </button>
      </p>
    ))
}

type Row = Reply<'reportReconciliation'>['data']['exceptions'][number]

/** Contracts whose money does not agree, a sentence each. */
function Differing({ caption, rows }: { caption: string; rows: readonly Row[] }) {
  const t = useTexts(differingWords)
  return (
    <Table
      caption={caption}
      columns={[
        { key: 'contract', title: t.contract },
        { key: 'at', title: t.when },
        { key: 'what', title: t.what },
      ]}
      rows={rows.map((row) => ({
        key: `${row.id} ${row.note}`,
        cells: {
          contract: row.id,
          at: row.at ? almatyTime(row.at) : '–',
          what: sentenceOf(t, row),
        },
      }))}
    />
  )
}

function sentenceOf(
  t: ReturnType<typeof useTexts<typeof differingWords.kz>>,
  { note, theirs }: Row,
): string {
  const over = theirs ?? 0
  const sum = money(Math.abs(over))
  if (note === 'partner') return t.partner(sum)
  if (note === 'chargeback') return t.chargeback(sum)
  if (note === 'bank_return') return t.bankReturn(sum)
  if (note.includes('overdrawn')) return t.overdrawn(sum)
  if (note !== 'balance') return t.outside(sum)
  return over > 0 ? t.leftOver(sum) : t.tooMuch(sum)
}

type PairsProps = { rows: readonly Exception[]; period: Period; onSettled: () => void }

/**
 * Differences: our book, the fault, the other side, each with the act that settles it. The toast of
 * an act offers undo.
 */
function Pairs({ rows, period, onSettled }: PairsProps) {
  const t = useTexts(reportsWords)
  const say = useToast()
  const act = useAct(null)
  const [noted, setNoted] = useState<readonly Exception[]>([])
  const [noting, setNoting] = useState<Noted>('accepted')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter((row) => marked.has(keyOf(row)))
  const undo = async (differences: readonly Named[]) => {
    if (!(await act.run(() => ask('reportUnsettleMany', { differences: [...differences] })))) return
    say({ text: t.undone, tone: 'good' })
    onSettled()
  }
  const settle = async (many: readonly Exception[], how: Way, note = '') => {
    let answer: Settled | null = null
    const done = await act.run(async () => {
      const differences = many.map(({ kind, key, likely }) => ({
        kind,
        key,
        ...(how === 'linked' && likely ? { linked: likely.id } : {}),
      }))
      answer = (await ask('reportSettleMany', { ...period, differences, how, note })).data
    })
    if (!done || !answer) return
    const { settled, left }: Settled = answer
    setNoted([])
    setMarked(new Set())
    if (settled.length > 0)
      say({
        text: many.length > 1 ? t.doneMany(settled.length) : t.done[how],
        tone: 'good',
        kind: 'snackbar',
        // An entry in the ledger cannot be undone.
        ...(how === 'booked' ? {} : { action: { label: t.undo, run: () => void undo(settled) } }),
      })
    if (left.length > 0) say({ text: t.leftMany(left.length), tone: 'bad' })
    onSettled()
  }
  const begin = (many: readonly Exception[], how: Way) => {
    if (how !== 'accepted' && how !== 'booked') return void settle(many, how)
    setNoting(how)
    setNoted(many)
  }
  const mark = (some: readonly Exception[], on: boolean) => {
    const next = new Set(marked)
    for (const row of some) {
      if (on) next.add(keyOf(row))
      else next.delete(keyOf(row))
    }
    setMarked(next)
  }
  const able = rows.filter((row) => waysFor(row).length > 0)
  const [first] = noted
  const place = useRef<HTMLDivElement>(null)
  // Moves to the next step: acting on the chosen rows, else choosing.
  useKeys({
    KeyE: () =>
      place.current
        ?.querySelector<HTMLElement>('[role=toolbar] button:enabled, thead input:enabled')
        ?.focus(),
  })
  return (
    <div ref={place}>
      {chosen.length > 0 ? (
        <div className={styles.chosen} role="toolbar" aria-label={t.chosen(chosen.length)}>
          <b>{t.chosen(chosen.length)}</b>
          {waysToSettle.map((how) => {
            const some = chosen.filter((row) => waysFor(row).includes(how))
            return some.length > 0 ? (
              <Button key={how} size="small" busy={act.busy} onClick={() => begin(some, how)}>
                {some.length < chosen.length ? t.waysOf(t.ways[how], some.length) : t.ways[how]}
              </Button>
            ) : null
          })}
          <Button variant="quiet" size="small" onClick={() => setMarked(new Set())}>
            {t.unchoose}
          </Button>
        </div>
      ) : null}
      <table className={styles.pairs}>
        <thead>
          <tr>
            <th scope="col">
              <label className={styles.mark}>
                <input
                  type="checkbox"
                  aria-label={t.chooseAll}
                  checked={able.length > 0 && chosen.length === able.length}
                  disabled={able.length === 0}
                  onChange={({ currentTarget }) => mark(able, currentTarget.checked)}
                />
                {t.ours}
              </label>
            </th>
            <th scope="col">{t.wrong}</th>
            <th scope="col">{t.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Pair
              key={keyOf(row)}
              row={row}
              busy={act.busy}
              marked={marked.has(keyOf(row))}
              onMark={(on) => mark([row], on)}
              onWay={(how) => begin([row], how)}
            />
          ))}
        </tbody>
      </table>
      <ActDialog
        open={first !== undefined}
        title={t.title}
        submit={t.ways[noting]}
        act={act}
        onClose={() => setNoted([])}
        onSubmit={(form) => void settle(noted, noting, String(form.get('note') ?? ''))}
      >
        <div className={parts.form} key={first?.key}>
          <p>
            {noted.length > 1
              ? t.chosen(noted.length)
              : first
                ? `${first.id}: ${t.reasons[reasonOf(first)] ?? ''}`
                : null}
          </p>
          <p className={parts.soft}>{noting === 'booked' ? t.aboutBooked : t.about}</p>
          <LimitedField
            name="note"
            label={t.note}
            rows={3}
            maxLength={500}
            error={act.errors.note}
          />
        </div>
      </ActDialog>
    </div>
  )
}

/** These ask for a note first. */
type Noted = Extract<Way, 'accepted' | 'booked'>
type Named = Pick<Exception, 'kind' | 'key'>
type Settled = { settled: Named[]; left: Named[] }
const keyOf = ({ kind, key }: Named) => `${kind} ${key}`
/** A line can be linked only if it has a likely payment. */
const waysFor = ({ ways, likely }: Exception) => ways.filter((how) => how !== 'linked' || likely)

const reasonOf = ({ kind, line }: Exception): string => line?.verdict ?? kind
/** Kinds that resolve with time, not by a person. */
const waits = new Set(['not_in_statement', 'paid_not_issued'])

type PairProps = {
  row: Exception
  busy: boolean
  marked: boolean
  onMark: (on: boolean) => void
  onWay: (how: Way) => void
}

function Pair({ row, busy, marked, onMark, onWay }: PairProps) {
  const t = useTexts(reportsWords)
  const locale = useLocale()
  const { kind, line, likely, ours, theirs, refused } = row
  const more = useMore(row)
  const differs = line?.verdict === 'amount_differs' && ours !== null && theirs !== null
  const reason = t.reasons[reasonOf(row)] ?? reasonOf(row)
  const Icon = waits.has(kind) ? ClockIcon : ErrorIcon
  const ways = waysFor(row)
  const acts = (
    <span className={styles.acts}>
      {ways.map((how) => (
        <Button
          key={how}
          variant="secondary"
          size="small"
          disabled={busy}
          aria-label={`${t.ways[how]}: ${row.id}`}
          onClick={() => onWay(how)}
        >
          {t.ways[how]}
        </Button>
      ))}
      {kind === 'refund_failed' ? (
        <LinkButton
          variant="secondary"
          size="small"
          href={queryWith({ view: 'refunds', status: 'failed', kind: null })}
        >
          {t.refund}
        </LinkButton>
      ) : null}
      {kind === 'paid_not_issued' ? <small>{t.goesOn}</small> : null}
    </span>
  )
  const rate = (of: number | null, none: string) => (of === null ? none : percent[locale](of))
  const hereMissing = line !== null && unknownHere.includes(line.verdict)
  return (
    <tr data-waits={waits.has(kind) ? '' : undefined}>
      <td>
        {ways.length > 0 ? (
          <label className={styles.box}>
            <input
              type="checkbox"
              aria-label={`${t.choose}: ${row.id}`}
              checked={marked}
              onChange={({ currentTarget }) => onMark(currentTarget.checked)}
            />
          </label>
        ) : null}
        {hereMissing ? (
          <Missing text={likely ? t.likely(likely.id, numericDay(likely.day)) : t.nothingHere}>
            {acts}
          </Missing>
        ) : (
          <Side
            name={
              refused ? (
                shortInsurer(refused.insurer)
              ) : row.orderId ? (
                <SaleLink id={row.orderId}>{numberOf(row.orderId)}</SaleLink>
              ) : (
                numberOf(row.id)
              )
            }
            is={refused ? rate(refused.ours, t.noContract) : sum(ours)}
            more={more}
          />
        )}
      </td>
      <td className={styles.wrong}>
        <Icon />
        {differs ? t.difference(money(Math.abs(ours - theirs))) : reason}
      </td>
      <td>
        {line ? (
          <Side
            name={
              <QueryLink
                to={{
                  view: 'statements',
                  statement: row.key.split(':')[0] ?? '',
                  line: String(line.line),
                }}
              >
                {t.line(t.systems[line.system] ?? line.system, line.line)}
              </QueryLink>
            }
            is={sum(theirs)}
            more={`${numericDay(line.day)}${line.outsideId ? ` · ${t.outside(line.outsideId)}` : ''}`}
          >
            {hereMissing ? null : acts}
          </Side>
        ) : refused ? (
          <Side name={t.quoted} is={rate(refused.theirs, t.notQuoted)} more="">
            {acts}
          </Side>
        ) : theirs !== null ? (
          <Side name={t.booked} is={sum(theirs)} more="">
            {acts}
          </Side>
        ) : (
          <Missing text={kind === 'not_in_statement' ? t.nothingThere : ''}>{acts}</Missing>
        )}
      </td>
    </tr>
  )
}

/** Returns the number people know an order by, without the end that prevents guessing. */
const numberOf = (id: string): string => (/^Q[GH]\d/.test(id) ? (id.split('-')[0] ?? id) : id)

/** Returns the time and the note of a row in words. */
function useMore({ at, note, line, refused }: Exception): string {
  const t = useTexts(reportsWords)
  if (refused && at) return [almatyTime(at).slice(0, 10), t.refusedSales(refused.times)].join(' · ')
  const said = line
    ? []
    : note
        .split(' · ')
        .filter(Boolean)
        .map((part) => t.notes[part] ?? part)
  return [at ? almatyTime(at) : null, ...said].filter(Boolean).join(' · ')
}

const sum = (of: number | null): string => (of === null ? '–' : money(of))

/** `is`: the sum or the rate of this side. */
type SideProps = { name: ReactNode; is: string; more: string; children?: ReactNode }

const Side = ({ name, is, more, children }: SideProps) => (
  <div className={styles.side}>
    <b>{name}</b>
    <span>{is}</span>
    <small>{more}</small>
    {children}
  </div>
)

const Missing = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className={styles.missing}>
    {text}
    {children}
  </div>
)
