import { type FormEvent, useState } from 'react'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CardIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { isWebAddress } from '../../web-address.ts'
import { loginAddress } from '../flow.ts'
import { byCard, orderOf, type Way } from '../model/order.ts'
import { isBillPhone } from '../model/refusal.ts'
import { type KeptOrder, keepOrder } from '../state/kept-order.ts'
import type { Progress } from './progress.ts'
import styles from './result.module.css'
import words from './texts.ts'

type Props = {
  own: KeptOrder
  orderKey: string
  progress: Progress /** Opened at once when the last attempt came to nothing. */
  open: boolean
  onChanged: () => void
}

/**
 * Another phone, the card, or no order at all. The same calculation with another way closes the
 * live attempt and opens a new one.
 */
export function PayAgain({ own, orderKey, progress, open, onChanged }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { doing: busy, once } = useMutation<'bill' | 'card' | 'cancel'>()
  const [error, setError] = useState<string | undefined>()
  /** A bill may be on the phone, the client knows, and asks for another one all the same. */
  const [chosen, setChosen] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sure, setSure] = useState(false)
  const [expired, setExpired] = useState(() => purchaseToken() === null)

  const failed = (cause: unknown): void => {
    const apiError = apiErrorOf(cause)
    if (apiError.kind === 'unauthorised') setExpired(true)
    else if (apiError.kind === 'refused' && isBillPhone(apiError.code)) {
      setChosen(apiError.data['reason'] === 'bill_unclear')
      setError(apiError.message)
    } else if (apiError.kind === 'invalid') setError(apiError.errors[0]?.message)
    else setProblem(apiError.message || (apiError.kind === 'offline' ? t.offline : t.problem))
  }
  const pay = async (way: Way): Promise<void> => {
    setError(undefined)
    setProblem(null)
    const { calculationId, accepted, email } = own
    const body = orderOf({ calculationId, pay: way, accepted, email, sendAgain: chosen })
    const token = purchaseToken() ?? undefined
    await once(
      async () => {
        const { data } = own.reissue
          ? await api('ogpoReorder', { ...body, globalId: own.reissue }, { token })
          : await api('ogpoOrder', body, { token })
        setChosen(false)
        keepOrder(orderKey, {
          ...own,
          ...(way.system === 'card' || !way.phone ? {} : { phone: way.phone }),
        })
        if (data.redirect_url && isWebAddress(data.redirect_url))
          return location.assign(data.redirect_url)
      },
      failed,
      way.system === 'card' ? 'card' : 'bill',
    )
    onChanged()
  }
  const bill = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const phone = String(new FormData(event.currentTarget).get('payPhone') ?? '')
    void pay({ system: 'mobile_bank', method: 'bill', phone })
  }
  const cancel = async (): Promise<void> => {
    setProblem(null)
    await once(
      async () => {
        await api(
          'ogpoCancelOrder',
          { orderId: own.orderId },
          { token: purchaseToken() ?? undefined },
        )
      },
      failed,
      'cancel',
    )
    setSure(false)
    onChanged()
  }
  if (expired)
    return (
      <Notice
        tone="info"
        title={t.signIn}
        action={
          <LinkButton size="small" variant="secondary" href={loginAddress(locale, '')}>
            {t.signInAction}
          </LinkButton>
        }
      />
    )
  return (
    <section className={styles.card} aria-labelledby="again">
      <details className={styles.ways} open={open}>
        <summary id="again" className={styles.title}>
          {t.otherWay}
        </summary>
        {problem ? <Notice tone="error" live title={problem} /> : null}
        <form className={styles.email} onSubmit={bill} noValidate>
          <PhoneField
            name="payPhone"
            label={t.billWay}
            defaultValue={own.phone}
            error={error}
            onValue={() => setError(undefined)}
          />
          <Button type="submit" variant={open ? 'primary' : 'secondary'} busy={busy === 'bill'}>
            {t.billSend}
          </Button>
        </form>
        {progress.pay?.system === 'card' && progress.pay.redirect_url ? null : (
          <Button
            variant="secondary"
            icon={<CardIcon />}
            busy={busy === 'card'}
            onClick={() => void pay(byCard)}
          >
            {t.cardWay}
          </Button>
        )}
        <Button variant="danger" size="small" onClick={() => setSure(true)}>
          {t.cancel}
        </Button>
      </details>
      <Dialog
        open={sure}
        onClose={() => setSure(false)}
        title={t.cancelSure}
        closeLabel={t.close}
        actions={
          <>
            <Button variant="danger" busy={busy === 'cancel'} onClick={() => void cancel()}>
              {t.cancelYes}
            </Button>
            <Button onClick={() => setSure(false)}>{t.cancelNo}</Button>
          </>
        }
      >
        <p>{t.cancelText}</p>
      </Dialog>
    </section>
  )
}
