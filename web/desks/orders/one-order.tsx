import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { saleSources } from '#texts/report-words.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useFocusKept } from '../../ui/focus-kept.ts'
import { BackIcon, CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import orderWords from '../../ui/order-words.ts'
import { useQuery } from '../../ui/query.ts'
import { Acts } from './acts.tsx'
import { Events } from './events.tsx'
import type { OrderPart, StaffOrder } from './order.ts'
import { Refunds } from './refunds.tsx'
import words from './texts.ts'
import { UnclearBills } from './unclear-bills.tsx'

/** After an act its work goes on without the page: it looks again so many seconds later. */
const looksAgain = [1, 2, 3, 5, 8, 13]

/** One order: what it is, what can be done, the money on its way back, everything that happened. */
export function OneOrder() {
  const id = useQuery().get('order') ?? ''
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(async (signal) => {
    try {
      return { order: (await ask('staffOrder', { order_id: id }, { signal })).data }
    } catch (error) {
      if (apiErrorOf(error).kind === 'missing') return { order: null }
      throw error
    }
  })
  const [looks, setLooks] = useState(looksAgain.length)
  const { again } = loading
  // Outside React: the server, whose jobs do what was asked for.
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
    again()
    setLooks(0)
  }
  return (
    <>
      <a className={parts.back} href={pathOf('staff-orders', locale)}>
        <BackIcon />
        {t.back}
      </a>
      <Loaded loading={loading} value={loading.value}>
        {({ order }) =>
          order ? <Parts order={order} onDone={done} /> : <EmptyState title={t.missing} />
        }
      </Loaded>
    </>
  )
}

const bad = new Set(['issue_failed', 'refund_failed', 'rejected'])
const good = new Set(['issued', 'refunded', 'active'])
const lookOf = (state: string) => {
  if (bad.has(state)) return { tone: 'bad', icon: <ErrorIcon /> } as const
  return good.has(state)
    ? ({ tone: 'good', icon: <CheckIcon /> } as const)
    : ({ tone: 'now', icon: <ClockIcon /> } as const)
}

function Parts({ order, onDone }: OrderPart) {
  const states = useTexts(orderWords)
  const heading = useFocusKept(order)
  return (
    <>
      <div className={parts.head}>
        <h2 ref={heading} tabIndex={-1}>
          {order.order_id}
        </h2>
        <Chip {...lookOf(order.state)}>{states.order[order.state] ?? order.state}</Chip>
      </div>
      <div className={parts.columns}>
        <About order={order} />
        <div className={parts.stack}>
          {order.acts.length > 0 || order.unclear_bills.length === 0 ? (
            <Acts order={order} onDone={onDone} />
          ) : null}
          {order.unclear_bills.length > 0 ? <UnclearBills order={order} onDone={onDone} /> : null}
          {order.refunds.length > 0 ? <Refunds order={order} onDone={onDone} /> : null}
          <Events order={order} />
        </div>
      </div>
    </>
  )
}

function About({ order }: { order: StaffOrder }) {
  const t = useTexts(words)
  const policyStates = useTexts(orderWords).policy
  const sources: Record<string, string> = useTexts(saleSources)
  const locale = useLocale()
  const time = (at: string | null) => (at ? almatyTime(at) : '–')
  return (
    <Card title={t.about}>
      <Facts
        facts={[
          { label: t.facts.number, value: order.number },
          { label: t.facts.insurer, value: order.insurer },
          { label: t.facts.channel, value: t.channels[order.channel] ?? order.channel },
          { label: t.facts.source, value: sources[order.source] ?? order.source },
          { label: t.facts.amount, value: money(order.amount) },
          { label: t.facts.commission, value: money(order.commission) },
          { label: t.facts.created, value: time(order.created_at) },
          { label: t.facts.paid, value: time(order.paid_at) },
          {
            label: t.facts.start,
            value: order.start_date ? longDate(locale, order.start_date) : '–',
          },
          ...order.declared_experience.map(({ name, over_two_years }) => ({
            label: t.facts.experience,
            value: `${name}: ${over_two_years ? t.experienceOver : t.experienceUnder}`,
          })),
          { label: t.facts.attempts, value: String(order.attempts) },
          ...(order.next_attempt_at
            ? [{ label: t.facts.next, value: time(order.next_attempt_at) }]
            : []),
          ...(order.error
            ? [{ label: t.facts.error, value: `${order.error.message} (${order.error.code})` }]
            : []),
          ...(order.policy
            ? [
                {
                  label: t.facts.policy,
                  value: `${order.policy.global_id}, ${policyStates[order.policy.state] ?? order.policy.state}`,
                },
                { label: t.facts.papers, value: String(order.policy.papers) },
              ]
            : []),
        ]}
      />
      <p>
        <a
          className={parts.back}
          href={`${pathOf('staff-orders', locale)}?contract=${encodeURIComponent(order.order_id)}`}
        >
          {t.contract}
        </a>
      </p>
      {order.account_id ? (
        <a
          className={parts.back}
          href={`${pathOf('staff-clients', locale)}?client=${order.account_id}`}
        >
          {t.client}
        </a>
      ) : null}
    </Card>
  )
}
