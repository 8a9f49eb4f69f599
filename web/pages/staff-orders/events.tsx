import { useState } from 'react'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import orderWords from '../../ui/order-words.ts'
import { Select } from '../../ui/select.tsx'
import type { StaffOrder } from './one-order.tsx'
import words from './texts.ts'

type Event = StaffOrder['events'][number]

/** The order's whole way, the newest last, all of it or one kind. */
export function Events({ order }: { order: StaffOrder }) {
  const t = useTexts(words)
  const [kind, setKind] = useState('all')
  const present = new Set(order.events.map((event) => event.kind))
  const shown = order.events.filter((event) => kind === 'all' || event.kind === kind)
  const title = useEventTitle()
  return (
    <Card title={t.timeline}>
      <div className={parts.form}>
        <Select
          name="kind"
          label={t.kind}
          options={[{ value: 'all', label: t.kinds.all }, ...[...present].map((value) => ({ value, label: t.kinds[value] }))]}
          onValue={setKind}
        />
        {order.cut ? <p className={parts.soft}>{t.cut}</p> : null}
        <ol className={parts.lines}>
          {shown.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever drawn whole
            <li key={index} data-bad={event.bad ? '' : undefined}>
              <span>
                {t.kinds[event.kind]}: {title(event)}
                {event.bad ? ` (${t.bad})` : ''}
              </span>
              <span className={parts.soft}>{[almatyTime(event.at), event.actor, event.detail].filter(Boolean).join(', ')}</span>
            </li>
          ))}
        </ol>
      </div>
    </Card>
  )
}

function useEventTitle(): (event: Event) => string {
  const t = useTexts(words)
  const states = useTexts(orderWords)
  return ({ kind, what }) => {
    if (kind === 'order') return states.order[what] ?? what
    if (kind === 'payment') return states.payment[what] ?? what
    if (kind === 'policy') return states.policy[what] ?? what
    if (kind === 'refund') return states.refund[what] ?? what
    if (kind === 'message') return t.sent[what] ?? what
    if (kind === 'staff') return t.staffActs[what] ?? what
    if (kind !== 'job') return what
    const [job = '', state = ''] = what.split('.')
    return `${t.jobs[job] ?? job}, ${t.jobStates[state] ?? state}`
  }
}
