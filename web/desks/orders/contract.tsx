import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { refundReasons } from '#texts/report-words.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { onSite } from '../../products.ts'
import { fromTo, money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { BackIcon, SuccessIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import orderWords from '../../ui/order-words.ts'
import { useQuery } from '../../ui/query.ts'
import split from '../split/split.module.css'
import { AboutSale } from '../strip/about-sale.tsx'
import styles from './contract.module.css'
import { Part, Sums } from './contract-sums.tsx'
import words from './contract-texts.ts'
import { useEventWords } from './event-words.ts'
import type { ContractPart, StaffContract } from './order.ts'
import orderDeskWords from './texts.ts'

/** A contract on one page: whether its sums agree, its events, orders and policies. */
export function Contract() {
  const id = useQuery().get('contract') ?? ''
  const t = useTexts(words)
  const { missing } = useTexts(orderDeskWords)
  const locale = useLocale()
  const loading = useReply(ask, 'staffContract', { order_id: id })
  return (
    <section className={split.whole} aria-label={t.title}>
      <a
        className={parts.back}
        href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(id)}`}
      >
        <BackIcon />
        {t.backToOrder}
      </a>
      {loading.why?.kind === 'missing' ? (
        <EmptyState title={missing} />
      ) : (
        <Loaded loading={loading} value={loading.value}>
          {(contract) => <Whole contract={contract} />}
        </Loaded>
      )}
    </section>
  )
}

function Whole({ contract }: ContractPart) {
  const t = useTexts(words)
  const order = contract.orders.at(-1)
  return (
    <>
      <div className={parts.head}>
        <h2>
          {t.title} {contract.contract_id}
        </h2>
        <Chip>{t.products[contract.product]}</Chip>
      </div>
      {contract.about && order ? <AboutSale order_id={order.id} about={contract.about} /> : null}
      <Verdict contract={contract} />
      <div className={parts.columns}>
        <Sums contract={contract} />
        <ContractEvents contract={contract} />
        <div className={parts.stack}>
          <Orders contract={contract} />
          {contract.months.length > 0 ? <Months contract={contract} /> : null}
          <Policies contract={contract} />
        </div>
      </div>
    </>
  )
}

/** Verdict at the top: whether the sums agree. */
function Verdict({ contract: { agrees } }: ContractPart) {
  const t = useTexts(words)
  const wrong = agrees.filter((one) => !one.agrees).length
  return wrong > 0 ? (
    <Notice tone="error" title={t.unsound(wrong)}>
      {t.unsoundText}
    </Notice>
  ) : (
    <p className={styles.sound}>
      <SuccessIcon />
      {t.sound}
    </p>
  )
}

function Orders({ contract: { orders, product } }: ContractPart) {
  const t = useTexts(words)
  const states = useTexts(orderWords).order
  const locale = useLocale()
  return (
    <Part title={onSite[product].monthly ? t.subscription : t.orders}>
      <ul className={parts.lines}>
        {orders.map((order) => (
          <li key={order.id}>
            <span className={parts.head}>
              <a
                className={parts.link}
                href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(order.id)}`}
              >
                {order.number}
              </a>
              <span>{states[order.state] ?? order.state}</span>
            </span>
            <span className={parts.soft}>
              {[
                t.price(money(order.amount)),
                t.premium(money(order.premium)),
                order.ogpo_plus > 0 ? t.plus(money(order.ogpo_plus)) : '',
                t.commission(money(order.commission)),
                order.replaces ? t.replaces(order.replaces, money(order.taken_over)) : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Months({ contract: { months } }: ContractPart) {
  const t = useTexts(words)
  return (
    <Part title={t.monthsTitle}>
      <ul className={parts.lines}>
        {months.map(({ id, period, state, amount }) => (
          <li key={id}>
            <span>
              {t.month(String(period + 1))}: {t.months[state] ?? state}
            </span>
            <span className={parts.soft}>{money(amount)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Policies({ contract: { policies } }: ContractPart) {
  const t = useTexts(words)
  const states = useTexts(orderWords).policy
  const locale = useLocale()
  return (
    <Part title={t.policies}>
      {policies.length === 0 ? <p className={parts.soft}>{t.none}</p> : null}
      <ul className={parts.lines}>
        {policies.map((policy) => (
          <li key={policy.global_id}>
            <span>
              {policy.global_id}: {states[policy.state] ?? policy.state}
            </span>
            <span className={parts.soft}>
              {[
                fromTo(locale, policy.start, policy.end),
                t.premium(money(policy.premium)),
                policy.ogpo_plus > 0 ? t.plus(money(policy.ogpo_plus)) : '',
                policy.replaced_by ? t.replacedBy(policy.replaced_by) : '',
              ]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

type Event = StaffContract['events'][number]

/** Events of the contract, oldest first, all or of one kind, with their postings. */
function ContractEvents({ contract: { events } }: ContractPart) {
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

/** Returns a function that describes an event: circumstance, reason, accounts and actor. */
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
