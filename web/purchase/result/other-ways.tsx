import { type FormEvent, useState } from 'react'
import type { WayName } from '#domain/payment-ways.ts'
import wayWords from '../../sale/way-texts.ts'
import { webWays } from '../../sale/ways.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import styles from './order-view.module.css'
import payWords from './pay-texts.ts'
import words from './texts.ts'
import type { Pay } from './use-pay.ts'

type Props = {
  pay: Pay
  phone: string
  /** What is offered, and not above already. */
  ways: readonly WayName[]
}

/** Another phone, another way, or no order at all. */
export function OtherWays({ pay, phone, ways }: Props) {
  const t = useTexts(words)
  const p = useTexts(payWords)
  const [sure, setSure] = useState(false)
  const said = useTexts(wayWords)
  const bill = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    pay.by('mobile_bank', String(new FormData(event.currentTarget).get('payPhone') ?? ''))
  }
  const cancel = async (): Promise<void> => {
    await pay.cancel()
    setSure(false)
  }
  return (
    <>
      <form className={styles.form} onSubmit={bill} noValidate>
        <PhoneField
          name="payPhone"
          label={p.billWay}
          defaultValue={phone}
          error={pay.error}
          onValue={pay.typed}
        />
        <Button type="submit" variant="secondary" wide busy={pay.doing === 'mobile_bank'}>
          {p.billSend}
        </Button>
      </form>
      {ways.map((way) => {
        const { Icon } = webWays[way]
        return (
          <Button
            key={way}
            variant="secondary"
            wide
            icon={<Icon />}
            busy={pay.doing === way}
            onClick={() => pay.by(way)}
          >
            {said[way].by}
          </Button>
        )
      })}
      <Button variant="danger" wide onClick={() => setSure(true)}>
        {p.cancel}
      </Button>
      <Dialog
        open={sure}
        onClose={() => setSure(false)}
        title={p.cancelSure}
        closeLabel={t.close}
        actions={
          <>
            <Button variant="danger" busy={pay.doing === 'cancel'} onClick={() => void cancel()}>
              {p.cancelYes}
            </Button>
            <Button onClick={() => setSure(false)}>{p.cancelNo}</Button>
          </>
        }
      >
        <p>{p.cancelText}</p>
      </Dialog>
    </>
  )
}
