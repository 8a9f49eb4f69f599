import { type FormEvent, useState } from 'react'
import type { SentWay } from '#domain/payment-ways.ts'
import { parseMobile } from '#domain/phone.ts'
import { fieldText } from '#texts/fields.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { apiErrorOf } from '../../http/http.ts'
import wayWords from '../../sale/way-texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { portal } from '../portal.ts'
import styles from './order.module.css'
import words from './order-texts.ts'
import type { SaleActions } from './sale.ts'
import type { State } from './state/state.ts'

type Props = {
  state: State
  actions: SaleActions
  /** What else the client can pay by. */
  ways: readonly SentWay[]
  onChanged: () => void
}

/** «Send again», another phone (`invoicePhoneNotFound`), another way, or no order at all. */
export function BillAgain({ state, actions, ways, onChanged }: Props) {
  const t = useTexts(words)
  const said = useTexts(wayWords)
  const locale = useLocale()
  const [sure, setSure] = useState<'no' | 'asked' | 'busy'>('no')
  const [wrong, setWrong] = useState<string | undefined>()
  const [formError, setFormError] = useState<string | null>(null)
  const { calculationId, orderId } = state
  const refused = state.errors.find(({ field }) => field === 'other-phone')?.message

  const other = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const phone = parseMobile(String(new FormData(event.currentTarget).get('other-phone') ?? ''))
    setWrong(phone ? undefined : fieldText('mobile', locale))
    if (!phone || !calculationId) return
    actions.dispatch({ type: 'set', patch: { paymentPhone: `+${phone}` } })
    actions.pay({ phone, calculationId })
    onChanged()
  }
  const cancel = async (): Promise<void> => {
    setSure('busy')
    try {
      await portal('ogpoCancelOrder', { orderId: orderId ?? '' })
    } catch (error) {
      setFormError(apiErrorOf(error).message || t.failed)
    } finally {
      setSure('no')
      onChanged()
    }
  }
  return (
    <section className={styles.again} aria-label={t.sendAgain}>
      {formError ? <Notice tone="error" live title={formError} /> : null}
      {calculationId ? (
        <>
          <Button
            variant="secondary"
            size="small"
            busy={state.busy === 'order'}
            onClick={() => {
              actions.pay({ phone: '', calculationId, sendAgain: true })
              onChanged()
            }}
          >
            {t.sendAgain}
          </Button>
          {ways.map((way) => (
            <Button
              key={way}
              variant="secondary"
              size="small"
              busy={state.busy === 'order'}
              onClick={() => {
                actions.pay({ way, calculationId })
                onChanged()
              }}
            >
              {said[way].send}
            </Button>
          ))}
          <details open={refused !== undefined}>
            <summary>{t.otherPhone}</summary>
            <form className={styles.other} onSubmit={other} noValidate>
              <PhoneField
                name="other-phone"
                label={t.otherPhone}
                autoComplete="off"
                error={wrong ?? refused}
                onValue={() => setWrong(undefined)}
              />
              <Button type="submit" size="small" busy={state.busy === 'order'}>
                {t.otherPhoneSend}
              </Button>
            </form>
          </details>
        </>
      ) : null}
      <Button variant="quiet" size="small" onClick={() => setSure('asked')}>
        {t.cancel}
      </Button>
      <ConfirmDialog
        open={sure !== 'no'}
        danger
        title={t.cancelTitle}
        text={t.cancelText}
        yes={t.cancelYes}
        no={t.cancelNo}
        busy={sure === 'busy'}
        onYes={() => void cancel()}
        onNo={() => setSure('no')}
      />
    </section>
  )
}
