import { useEffect, useState } from 'react'
import { formatTime } from '#domain/calendar.ts'
import { type HistoryEntry, inSaleOrder } from '#domain/history-event.ts'
import { historyOf } from '#domain/order-history.ts'
import { leadOf } from '#domain/order-lead.ts'
import type { OpenRefund } from '#domain/waiting.ts'
import { ask } from '../../http/ask.ts'
import { askAnew, useReply } from '../../http/replies.ts'
import { money, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFocusKept } from '../../ui/focus-kept.ts'
import { BackIcon, ChevronIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { setQuery } from '../../ui/query.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { DeskDocuments, isScanned } from '../documents/desk-documents.tsx'
import { useLive } from '../live.ts'
import { CaseNotes, NoteFoot } from '../notes/case-notes.tsx'
import { systemWords } from '../shell/sale-texts.ts'
import { AboutSale } from '../strip/about-sale.tsx'
import { Acts } from './acts.tsx'
import deskWords from './desk-texts.ts'
import ordersWords from './desk-texts.ts'
import styles from './detail.module.css'
import { callWords } from './event-texts.ts'
import { type Event, useEventTitle, useEventWords } from './event-words.ts'
import { FactsOf } from './facts-of.tsx'
import historyStyles from './history.module.css'
import { useObstacle } from './obstacle.ts'
import type { OrderPart, StaffOrder } from './order.ts'
import { State } from './order-table.tsx'
import { Refunds, SumsCard } from './refunds.tsx'
import words, { obstacleWords } from './texts.ts'

/**
 * Bills that may have been sent: staff find them in the bank's application by our number and enter
 * theirs.
 */
function UnclearBills({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const sums = order.unclear_bills.map(({ attempt_id, amount, at }) => ({
    id: attempt_id,
    amount,
    beside: <span>{almatyTime(at)}</span>,
    below: t.unclearBill(attempt_id),
    steps: [
      {
        name: 'found',
        label: t.foundBill,
        fields: (errors: Record<string, string>) => (
          <>
            <LimitedField
              name="bill_id"
              label={t.billId}
              inputMode="numeric"
              autoComplete="off"
              maxLength={18}
              error={errors.bill_id}
            />
            <LimitedField
              name="reason"
              label={t.reason}
              rows={2}
              maxLength={500}
              error={errors.reason}
            />
          </>
        ),
        send: (text: (name: string) => string) =>
          ask('staffFoundBill', { attempt_id, bill_id: text('bill_id'), reason: text('reason') }),
      },
    ],
  }))
  return <SumsCard title={t.unclearBills} sums={sums} onDone={onDone} />
}

/** Polling delays in seconds: after an act its jobs go on without the page. */
const looksAgain = [1, 2, 3, 5, 8, 13]

/** Position of the order in the list beside it; `at` is −1 if it is in none. */
type Place = { at: number; all: number; ids: readonly { order_id: string }[] }
type Props = {
  /** Order id, order number or the policy's Global ID; `onAnswer` reports the id. */
  id: string
  place: Place
  onAnswer: (id: string) => void
  onClose: () => void
}

/** One order: its problem, the possible acts, its history, the refunds on their way. */
export function OneOrder({ id, place, onAnswer, onClose }: Props) {
  const t = useTexts(words)
  const { one } = useTexts(deskWords)
  const loading = useReply(
    ask,
    'staffOrder',
    { order_id: id },
    { againWhile: (order) => !isScanned(order.ending_documents) },
  )
  const number = loading.value?.order_id
  // Another `onAnswer` is no reason to tell it again.
  useEffect(() => {
    if (number) onAnswer(number)
  }, [number]) // oxlint-disable-line react/exhaustive-deps
  const [looks, setLooks] = useState(looksAgain.length)
  const { again } = loading
  useLive(number ?? id, 'staffOrder')
  // Polls the server, whose jobs carry out the act.
  useEffect(() => {
    const pause = looksAgain[looks]
    if (pause === undefined) return
    const timer = setTimeout(() => {
      again()
      setLooks(looks + 1)
    }, pause * 1_000)
    return () => clearTimeout(timer)
  }, [looks, again])
  const done = () => {
    setLooks(0)
    void askAnew(['staffOrder', 'staffOrders', 'staffToday'])
  }
  return (
    <section className={styles.detail} aria-label={one}>
      <Walk place={place} onClose={onClose} />
      {loading.why?.kind === 'missing' ? (
        <EmptyState title={t.missing} />
      ) : (
        <Loaded loading={loading} value={loading.value}>
          {(order) => <Parts order={order} onDone={done} onClose={onClose} />}
        </Loaded>
      )}
    </section>
  )
}

/** If the list has no room: back to it, and previous and next. */
function Walk({ place: { at, all, ids }, onClose }: { place: Place; onClose: () => void }) {
  const t = useTexts(deskWords)
  const { back } = useTexts(words)
  const [before, after] = [ids[at - 1], at < 0 ? undefined : ids[at + 1]]
  return (
    <div className={styles.walk}>
      <button type="button" className={styles.first} onClick={onClose}>
        <BackIcon />
        {back}
      </button>
      {at < 0 ? null : <span className={styles.soft}>{t.of(at + 1, all)}</span>}
      {before ? (
        <button
          type="button"
          aria-label={t.before}
          onClick={() => setQuery({ order: before.order_id })}
        >
          <ChevronIcon className={styles.up} />
        </button>
      ) : null}
      {after ? (
        <button
          type="button"
          aria-label={t.after}
          onClick={() => setQuery({ order: after.order_id })}
        >
          <ChevronIcon />
        </button>
      ) : null}
    </div>
  )
}

function Parts({ order, onDone, onClose }: OrderPart & { onClose: () => void }) {
  const t = useTexts(words)
  const { close } = useTexts(deskWords)
  const heading = useFocusKept(order)
  const notes = { about: 'order', subject: order.order_id, of: order.notes, onDone } as const
  return (
    <>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {order.number}
        </h2>
        <State state={order.state} />
        <span className={styles.sum}>{money(order.amount)}</span>
        <button type="button" className={styles.close} aria-label={close} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <p className={styles.under}>
        <span>{order.insurer}</span>
        <span>{t.channels[order.channel] ?? order.channel}</span>
      </p>
      <AboutSale order_id={order.order_id} about={order.about} />
      <Acts order={order} onDone={onDone} />
      <LeadOf order={order} />
      {order.unclear_bills.length > 0 ? <UnclearBills order={order} onDone={onDone} /> : null}
      {order.refunds.length > 0 ? <Refunds order={order} onDone={onDone} /> : null}
      <EndingDocuments order={order} onDone={onDone} />
      <CaseNotes key={order.order_id} {...notes} className={styles.notes} write={false} />
      <div className={styles.columns}>
        <History order={order} />
        <FactsOf order={order} />
      </div>
      <NoteFoot key={`foot ${order.order_id}`} {...notes} className={styles.foot} />
    </>
  )
}

/** Documents that support the end of its policy, after it ended. */
function EndingDocuments({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const isTaken = !order.acts.includes('terminate')
  return isTaken ? (
    <DeskDocuments
      title={t.endingDocuments}
      documents={order.ending_documents}
      to={null}
      onChanged={onDone}
    />
  ) : null
}

const isHome = ({ source }: StaffOrder) => source.endsWith('_home')

const openRefunds = ({ refunds }: StaffOrder): OpenRefund[] =>
  refunds
    .filter(({ state }) => state === 'failed')
    .map(({ way, details }) => ({
      byPayment: way !== 'bank_details',
      details: details ? (details.approved_by ? 'approved' : 'entered') : 'none',
    }))

/**
 * The summary sentence: the problem, what happens by itself, and what if it does not. For a policy
 * that an outside system holds up: which, since when, the tries, and what goes on without us.
 */
function LeadOf({ order }: { order: StaffOrder }) {
  const t = useTexts(ordersWords)
  const sentence = useObstacle()
  const { waits } = useTexts(obstacleWords)
  const lead = leadOf({
    state: order.state,
    mayIssue: order.acts.includes('issue'),
    failed: order.obstacle !== null,
    isHome: isHome(order),
    paidAt: order.paid_at,
    startDate: order.start_date,
    nextAttemptAt: order.next_attempt_at,
    unclearBills: order.unclear_bills.length,
    refunds: openRefunds(order),
  })
  if (!lead) return null
  const { obstacle } = order
  const held = lead.what === 'issue' ? obstacle : null
  return (
    <div className={styles.lead} data-bad={lead.bad ? '' : undefined}>
      {lead.bad ? <WarnIcon /> : <ClockIcon />}
      <div>
        <p>
          <strong>{held ? `${sentence(held)} ${waits}` : t.lead[lead.what]}</strong>{' '}
          {!held && lead.next ? t.next(almatyTime(lead.next)) : ''}{' '}
          {!held && lead.until ? t.until(almatyTime(lead.until)) : ''}
        </p>
        {held ? <Held order={order} obstacle={held} until={lead.until} /> : null}
      </div>
    </div>
  )
}

type HeldProps = {
  order: StaffOrder
  obstacle: NonNullable<StaffOrder['obstacle']>
  /** If it is not issued by then, the money goes back automatically. */
  until: string | null
}

/** The system, since when, the number of tries and the next one, and what goes on without us. */
function Held({ order, obstacle, until }: HeldProps) {
  const t = useTexts(obstacleWords)
  const systems = useTexts(systemWords).names
  const asked = useTexts(callWords)
  const waited = useDuration()
  const { system, operation, since } = obstacle
  const next = order.next_attempt_at
  const facts = [
    system
      ? [
          t.where,
          [systems[system] ?? system, asked[`${system}.${operation}`]].filter(Boolean).join(', '),
        ]
      : null,
    since ? [t.since, t.sinceFor(almatyTime(since), waited(since))] : null,
    [t.tries, next ? t.triesNext(order.attempts, almatyTime(next)) : t.triesOver(order.attempts)],
    until ? [t.otherwise, t.otherwiseText(almatyTime(until))] : null,
  ]
  return (
    <dl className={styles.held}>
      {facts
        .flatMap((fact) => (fact ? [fact] : []))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** The order's whole way under its phases, repeats counted; or every event by itself. */
function History({ order }: { order: StaffOrder }) {
  const t = useTexts(deskWords)
  const { cut } = useTexts(words)
  const [whole, setWhole] = useState(false)
  const [codes, setCodes] = useState(false)
  const phases = historyOf(order.events)
  const main = phases.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <section aria-label={t.history}>
      <div className={historyStyles.head}>
        <h3>{t.history}</h3>
        <div className={historyStyles.switch}>
          <button type="button" aria-pressed={!whole} onClick={() => setWhole(false)}>
            {t.main(main)}
          </button>
          <button type="button" aria-pressed={whole} onClick={() => setWhole(true)}>
            {t.all(order.events.length)}
          </button>
        </div>
        <label className={historyStyles.codes}>
          <input
            type="checkbox"
            checked={codes}
            onChange={({ currentTarget }) => setCodes(currentTarget.checked)}
          />
          {t.codes}
        </label>
      </div>
      {order.cut ? <p className={historyStyles.soft}>{cut}</p> : null}
      {phases.map(({ name, from, to, entries }) => (
        <div key={name}>
          <h4>
            {t.phases[name]} <span>{span(from, to)}</span>
          </h4>
          <ol className={historyStyles.entries}>
            {whole
              ? entries
                  .flatMap(({ events }) => events)
                  .sort(inSaleOrder)
                  .map((event, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever drawn whole
                    <One key={at} event={event} codes={codes} />
                  ))
              : entries.map((entry) => (
                  <Entry key={`${entry.first} ${entry.kind}`} entry={entry} codes={codes} />
                ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

const span = (from: string, to: string): string => {
  const [begin, end] = [almatyTime(from), almatyTime(to)]
  if (begin === end) return begin
  return begin.slice(0, 10) === end.slice(0, 10) ? `${begin}–${end.slice(11)}` : `${begin} – ${end}`
}

function Entry({ entry, codes }: { entry: HistoryEntry<Event>; codes: boolean }) {
  const t = useTexts(deskWords)
  const named = useNamed()
  const { note } = useEventWords()
  const { kind, events, bad, first } = entry
  const [event] = events
  const last = events.at(-1)
  if (!event || !last) return null
  if (kind === 'one') return <One event={event} codes={codes} />
  const titles = {
    repeated: `${named(event)} ${t.times(events.length)}`,
    calls: t.calls(events.length),
    jobs: t.jobs(events.length),
  }
  const notes = { repeated: note(last), calls: t.callsText, jobs: t.jobsText }
  return (
    <li data-bad={bad ? '' : undefined} data-fold="">
      <time dateTime={first}>{formatTime(new Date(first))}</time>
      <details>
        <summary>
          {titles[kind]}
          <span className={historyStyles.soft}>{notes[kind]}</span>
        </summary>
        <ol className={historyStyles.entries}>
          {events.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever drawn whole
            <One key={at} event={one} codes={codes} />
          ))}
        </ol>
      </details>
    </li>
  )
}

/** One event; its codes are those of the database and of the journal of outside calls. */
function One({ event, codes }: { event: Event; codes: boolean }) {
  const named = useNamed()
  const { by, note } = useEventWords()
  return (
    <li data-bad={event.bad ? '' : undefined}>
      <time dateTime={event.at} title={almatyTime(event.at)}>
        {formatTime(new Date(event.at))}
      </time>
      <div>
        {named(event)}
        <span className={historyStyles.soft}>
          {[...new Set([by(event), note(event)])].filter(Boolean).join(', ')}
        </span>
        {codes ? <code className={historyStyles.soft}>{`${event.kind} ${event.what}`}</code> : null}
      </div>
    </li>
  )
}

/** Returns a function that names the object and the event; a failure is described in words. */
function useNamed(): (event: Event) => string {
  const t = useTexts(words)
  const title = useEventTitle()
  return (event) => {
    const text = `${t.kinds[event.kind]}: ${title(event)}`
    return event.bad && title(event).toLowerCase() !== t.bad ? `${text} (${t.bad})` : text
  }
}
