import type { ReactNode } from 'react'
import { formatPhone } from '#domain/phone.ts'
import type { Reply } from '../http/api.ts'
import { explain } from '../purchase/price/factor-words.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { longMoment } from '../ui/almaty.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import words from './one-of-mine-texts.ts'
import styles from './tab.module.css'

type Of = Reply<'cabinetPolicy'>['data']

/** What belongs to a policy beside its pass, folded: the first part is open. */
export const Parts = ({ of }: { of: Of }) => {
  const t = useTexts(words)
  return (
    <div className={styles.parts}>
      {of.drivers.length > 0 ? (
        <Part title={t.drivers(of.drivers.length)} open>
          <Drivers drivers={of.drivers} />
        </Part>
      ) : null}
      <Part title={t.money} open={of.drivers.length === 0}>
        <Payments payments={of.payments} />
      </Part>
      <Part title={t.history}>
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
