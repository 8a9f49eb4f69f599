import type { ReactNode } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import { formatPhone } from '#domain/phone.ts'
import type { Policy } from '../cabinet/state.ts'
import type { Reply } from '../http/api.ts'
import { explain } from '../purchase/price/factor-words.ts'
import { longDate, money, useLocale, useTexts } from '../texts.ts'
import { longMoment } from '../ui/almaty.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import styles from './tab.module.css'
import { homeWords, mineWords as words } from './tab-texts.ts'
import policyWords from './texts.ts'

type Of = Reply<'cabinetPolicy'>['data']

/** What belongs to a policy beside its pass, folded: the first part is open. */
export function Parts({ of, policy }: { of: Of; policy: Policy }) {
  const t = useTexts(words)
  return (
    <div className={styles.parts}>
      <Part title={t.about} open>
        <About policy={policy} />
      </Part>
      {of.drivers.length > 0 ? (
        <Part title={t.drivers(of.drivers.length)}>
          <Drivers drivers={of.drivers} />
        </Part>
      ) : null}
      <Part title={t.money} open={of.drivers.length === 0}>
        <Payments payments={of.payments} />
      </Part>
      <Part title={t.history} open={policy.home !== null}>
        <History history={of.history} />
      </Part>
    </div>
  )
}

const Part = ({
  title,
  open,
  children,
}: {
  title: string
  open?: boolean
  children: ReactNode
}) => (
  <Disclosure title={title} className={styles.part} open={open}>
    {children}
  </Disclosure>
)

/** The figures of the policy's or the home's card (specification, section 2, "Cards shown in lists"). */
function About({ policy }: { policy: Policy }) {
  const t = useTexts(policyWords)
  const h = useTexts(homeWords)
  const locale = useLocale()
  const { home } = policy
  const rows = home
    ? [
        [h.amount, money(home.insurance_amount)],
        [h.interior, money(home.interior_finishing)],
        [h.neighbours, money(home.neighbour_compensation)],
        [h.month, money(home.monthly_payment)],
      ]
    : [
        [t.premium, money(policy.premium)],
        [t.total, money(policy.amount)],
        [t.drivers, policy.drivers],
        [t.verified, longDate(locale, almatyDay(new Date(policy.verified_at)))],
      ]
  return (
    <dl className={styles.about}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Drivers({ drivers }: Pick<Of, 'drivers'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <ul className={styles.rows}>
      {drivers.map(({ name, iin, policyholder, bonusMalus }) => (
        <li key={iin}>
          <b>{name}</b>
          <span>
            {explain([{ code: 'bonusMalus', value: '1', because: bonusMalus }], locale)[0]?.because}
          </span>
          <small>
            {[t.iin(iin), policyholder ? t.policyholder : ''].filter(Boolean).join(' · ')}
          </small>
        </li>
      ))}
    </ul>
  )
}

function Payments({ payments }: Pick<Of, 'payments'>) {
  const t = useTexts(words)
  const locale = useLocale()
  if (payments.length === 0) return <p className={styles.none}>{t.free}</p>
  return (
    <ul className={styles.rows}>
      {payments.flatMap(({ id, amount, system, phone, paidAt, receipt, refunds }) => [
        <li key={id}>
          <span>{t.paid}</span>
          <b>{money(amount)}</b>
          <small>
            {[longMoment(locale, paidAt), t.ways[system], phone && formatPhone(phone)]
              .filter(Boolean)
              .join(', ')}
            {receipt ? (
              <>
                {', '}
                {receipt.url ? (
                  <a href={receipt.url} rel="external">
                    {t.receipt(receipt.number)}
                  </a>
                ) : (
                  t.receipt(receipt.number)
                )}
              </>
            ) : null}
          </small>
        </li>,
        ...refunds.map((refund) => (
          <li key={`${id} ${refund.at}`}>
            <span>{t.refunds[refund.state]}</span>
            <b>−&nbsp;{money(refund.amount)}</b>
            <small>{longMoment(locale, refund.doneAt ?? refund.at)}</small>
          </li>
        )),
      ])}
    </ul>
  )
}

function History({ history }: Pick<Of, 'history'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <ol className={styles.rows}>
      {history.map(({ what, at, amount }) => (
        <li key={`${what} ${at}`}>
          <span>{t.events[what]}</span>
          {amount === null ? null : <b>{money(amount)}</b>}
          <small>{longMoment(locale, at)}</small>
        </li>
      ))}
    </ol>
  )
}
