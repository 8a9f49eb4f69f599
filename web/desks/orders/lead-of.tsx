import { leadOf } from '#domain/order-lead.ts'
import type { OpenRefund } from '#domain/waiting.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import words from './desk-texts.ts'
import styles from './detail.module.css'
import type { StaffOrder } from './order.ts'

const isHome = ({ source }: StaffOrder) => source.endsWith('_home')

const openRefunds = ({ refunds }: StaffOrder): OpenRefund[] =>
  refunds
    .filter(({ state }) => state === 'failed')
    .map(({ way, details }) => ({
      byPayment: way !== 'bank_details',
      details: details ? (details.approved_by ? 'approved' : 'entered') : 'none',
    }))

/** One sentence before everything: what is wrong, what happens by itself, what if it does not. */
export function LeadOf({ order }: { order: StaffOrder }) {
  const t = useTexts(words)
  const lead = leadOf({
    state: order.state,
    mayIssue: order.acts.includes('issue'),
    failed: order.error !== null,
    isHome: isHome(order),
    paidAt: order.paid_at,
    startDate: order.start_date,
    nextAttemptAt: order.next_attempt_at,
    unclearBills: order.unclear_bills.length,
    refunds: openRefunds(order),
  })
  if (!lead) return null
  const what =
    lead.what === 'issue' && order.error
      ? `${order.error.message} (${order.error.code})`
      : t.lead[lead.what]
  return (
    <p className={styles.lead} data-bad={lead.bad ? '' : undefined}>
      {lead.bad ? <WarnIcon /> : <ClockIcon />}
      <span>
        <strong>{what}</strong> {lead.next ? t.next(almatyTime(lead.next)) : ''}{' '}
        {lead.until ? t.until(almatyTime(lead.until)) : ''}
      </span>
    </p>
  )
}
