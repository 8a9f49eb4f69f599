import { useState } from 'react'
import { refundReasons } from '#texts/report-words.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { FilterChip } from '../../ui/filter-chip.tsx'
import orderWords from '../../ui/order-words.ts'
import styles from './contract.module.css'
import words from './contract-texts.ts'
import { useEventWords } from './event-words.ts'
import type { ContractPart, StaffContract } from './order.ts'
import { Part } from './part.tsx'
import orderDeskWords from './texts.ts'

type Event = StaffContract['events'][number]

/**
 * Everything that happened with the contract, the oldest first, all of it or one kind, with what it
 * moved.
 */
export function ContractEvents({ contract: { events } }: ContractPart) {
  const t = useTexts(words)
  const [kind, setKind] = useState('')
  const present = [...new Set(events.map((event) => event.kind))]
  const shown = events.filter((event) => kind === '' || event.kind === kind)
  const title = useTitle()
  const note = useNote()
  return (
    <Part>
      <div className={styles.head}>
        <h3>{t.timeline}</h3>
        <FilterChip
          label={t.kind}
          any={t.all}
          value={kind}
          options={present.map((value) => ({ value, label: t.kinds[value] }))}
          onValue={setKind}
        />
      </div>
      <table className={styles.events} aria-label={t.timeline}>
        <thead>
          <tr>
            <th scope="col">{t.when}</th>
            <th scope="col">{t.what}</th>
            <th scope="col" className={styles.amount}>
              {t.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the table is only ever drawn whole
            <tr key={index} data-bad={event.bad ? '' : undefined}>
              <td className={styles.at}>{almatyTime(event.at)}</td>
              <th scope="row">
                {t.kinds[event.kind]}: {title(event)}
                {event.bad ? ` (${t.bad})` : ''}
                <span className={styles.note}>{note(event)}</span>
              </th>
              <td className={styles.amount}>{event.amount === null ? '' : money(event.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}

function useTitle(): (event: Event) => string {
  const t = useTexts(words)
  const { staffActs } = useTexts(orderDeskWords)
  const states = useTexts(orderWords)
  const postings: Record<string, string> = t.postings
  const known: Record<Event['kind'], Record<string, string>> = {
    order: states.order,
    payment: states.payment,
    policy: states.policy,
    refund: states.refund,
    month: t.months,
    ending: t.endings,
    posting: postings,
    staff: staffActs,
  }
  return ({ kind, what }) => known[kind][what] ?? what
}

/** With what it happened, why, from which account to which, and who did it. */
function useNote(): (event: Event) => string {
  const t = useTexts(words)
  const { by, note } = useEventWords()
  const reasons = refundReasons[useLocale()]
  const why = (event: Event): string => {
    if (event.kind === 'ending') return t.terminationKinds[event.detail] ?? event.detail
    if (event.kind === 'refund') return reasons[event.detail] ?? note(event)
    return note(event)
  }
  return (event) => {
    const told = [
      event.kind === 'month' ? t.month(event.about) : event.about,
      event.debit && event.credit ? `${t.accounts[event.debit]} → ${t.accounts[event.credit]}` : '',
      why(event),
      by(event),
    ]
    return [...new Set(told)].filter(Boolean).join(', ')
  }
}
