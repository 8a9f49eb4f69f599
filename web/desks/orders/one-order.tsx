import { useEffect, useState } from 'react'
import { ask } from '../../http/ask.ts'
import { askAnew, useReply } from '../../http/replies.ts'
import { money, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFocusKept } from '../../ui/focus-kept.ts'
import { BackIcon, ChevronIcon, CloseIcon } from '../../ui/icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { setQuery } from '../../ui/query.ts'
import { DeskDocuments, isScanned } from '../documents/desk-documents.tsx'
import { useLive } from '../live.ts'
import { CaseNotes, NoteFoot } from '../notes/case-notes.tsx'
import { AboutSale } from '../strip/about-sale.tsx'
import { Acts } from './acts.tsx'
import deskWords from './desk-texts.ts'
import styles from './detail.module.css'
import { FactsOf } from './facts-of.tsx'
import { History } from './history.tsx'
import { LeadOf } from './lead-of.tsx'
import type { OrderPart } from './order.ts'
import { State } from './order-table.tsx'
import { Refunds } from './refunds.tsx'
import { SumsCard } from './sums-card.tsx'
import words from './texts.ts'

/**
 * Bills that may have been sent: staff find them in the bank's application by our number and write
 * down theirs.
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

/** After an act its work goes on without the page: it looks again so many seconds later. */
const looksAgain = [1, 2, 3, 5, 8, 13]

/** Where the order stands in the list beside it; `at` is −1 where it stands in none. */
type Place = { at: number; all: number; ids: readonly { order_id: string }[] }
type Props = {
  /** Its id, its number or its policy's Global ID; `onAnswer` tells the id. */
  id: string
  place: Place
  onAnswer: (id: string) => void
  onClose: () => void
}

/** One order: what is wrong, what can be done, its history, the money on its way back. */
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
  // The server, whose jobs do what was asked for.
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

/** Where the list has no room: back to it, and on through it. */
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

/** What the end of its policy rests on, once it is taken. */
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
