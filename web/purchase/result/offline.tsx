import { maskPhone, parsePhone } from '#domain/phone.ts'
import { offlinePauseMs } from '../../sale/follow.ts'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { AgainIcon } from '../../ui/later-icons.tsx'
import { Plate } from '../../ui/plate.tsx'
import type { KeptOrder } from '../state/kept-order.ts'
import styles from './order-view.module.css'
import payWords from './pay-texts.ts'

type Props = { own: KeptOrder | null; amount: number; onRetry: () => void }

/** What is kept while there is no connection, masked; it goes on by itself. */
export function Offline({ own, amount, onRetry }: Props) {
  const p = useTexts(payWords)
  const phone = parsePhone(own?.phone ?? '')
  return (
    <>
      <dl className={styles.rows}>
        {own?.plates?.length ? (
          <div>
            <dt>{p.car}</dt>
            {own.plates.map((plate) => (
              <dd key={plate} className={styles.plate}>
                <Plate plate={plate} />
              </dd>
            ))}
          </div>
        ) : null}
        {amount > 0 ? (
          <div>
            <dt>{p.sum}</dt>
            <dd>{money(amount)}</dd>
          </div>
        ) : null}
        {phone ? (
          <div>
            <dt>{p.phone}</dt>
            <dd>{maskPhone(phone)}</dd>
          </div>
        ) : null}
        {own?.email ? (
          <div>
            <dt>{p.email}</dt>
            <dd>{own.email.replace(/(?<=.).*(?=@)/, '•••')}</dd>
          </div>
        ) : null}
      </dl>
      <div className={styles.act}>
        <Button wide icon={<AgainIcon />} onClick={onRetry}>
          {p.retry}
        </Button>
        <p>{p.retryItself(offlinePauseMs / 1_000)}</p>
      </div>
    </>
  )
}
