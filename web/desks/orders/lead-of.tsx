import { leadOf } from '#domain/order-lead.ts'
import type { OpenRefund } from '#domain/waiting.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import { useDuration } from '../../ui/use-duration.ts'
import { systemWords } from '../shell/sale-texts.ts'
import words from './desk-texts.ts'
import styles from './detail.module.css'
import { callWords } from './event-texts.ts'
import { useObstacle } from './obstacle.ts'
import type { StaffOrder } from './order.ts'
import { obstacleWords } from './texts.ts'

const isHome = ({ source }: StaffOrder) => source.endsWith('_home')

const openRefunds = ({ refunds }: StaffOrder): OpenRefund[] =>
  refunds
    .filter(({ state }) => state === 'failed')
    .map(({ way, details }) => ({
      byPayment: way !== 'bank_details',
      details: details ? (details.approved_by ? 'approved' : 'entered') : 'none',
    }))

/**
 * One sentence before everything: what is wrong, what happens by itself, what if it does not. Of a
 * policy that an outside system holds up: which, since when, the tries, and what comes without us.
 */
export function LeadOf({ order }: { order: StaffOrder }) {
  const t = useTexts(words)
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
  /** Not issued until then, the money goes back by itself. */
  until: string | null
}

/** Where, since when, how often it was tried and when again, and what comes without us. */
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
