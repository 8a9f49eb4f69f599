import { useState } from 'react'
import { purchaseTokenMs } from '#domain/lifetimes.ts'
import { firstWay, type WayName } from '#domain/payment-ways.ts'
import type { LegalName } from '../dialogs/legal.tsx'
import { ResendCode } from '../dialogs/resend.tsx'
import { api } from '../http/api.ts'
import { type ApiError, apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { isPriceGone } from '../sale/model/refusal.ts'
import { acceptedOf, askOrder, payBy } from '../sale/order.ts'
import wayWords from '../sale/way-texts.ts'
import { webWays } from '../sale/ways.ts'
import { keepOrderToken } from '../session/order-token.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './hand-off.module.css'
import { type Handed, resultAddress } from './handed.ts'
import words from './texts.ts'

type Props = { handOffKey: string; handed: Handed; read: (name: LegalName) => void }
type Consent = 'terms' | 'personalData' | 'commission'
const consents: readonly Consent[] = ['terms', 'personalData', 'commission']

/** The way of the client: the texts accepted, the code from the SMS, then the payment. */
function useWay(handOffKey: string, handed: Handed) {
  const t = useTexts(words)
  const locale = useLocale()
  const [stage, setStage] = useState<'texts' | 'code' | 'pay'>('texts')
  const [token, setToken] = useState<string | null>(null)
  const [wrongCodes, setWrongCodes] = useState(0)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<{ title: string; isGone: boolean } | null>(null)

  const say = (apiError: ApiError): void =>
    setFormError({
      title: apiError.message || (apiError.kind === 'offline' ? t.offline : t.failed),
      isGone: apiError.kind === 'refused' && isPriceGone(apiError.code),
    })
  const run = async (act: () => Promise<void>): Promise<void> => {
    setFormError(null)
    await once(act, (error) => say(apiErrorOf(error)))
  }
  const send = async (): Promise<void> => {
    try {
      await api('promoterHandOffSendCode', { key: handOffKey })
    } catch (error) {
      if (apiErrorOf(error).kind !== 'busy') throw error // the code sent a moment ago still works
    }
    setStage('code')
  }
  const check = (code: string): Promise<void> =>
    run(async () => {
      try {
        const { data } = await api('promoterHandOffConfirm', { key: handOffKey, otp_code: code })
        setToken(data.token)
        setStage('pay')
      } catch (error) {
        const apiError = apiErrorOf(error)
        if (apiError.kind !== 'refused' && apiError.kind !== 'invalid') throw error
        setWrongCodes((count) => count + 1)
      }
    })
  const pay = (system: WayName): Promise<void> =>
    run(async () => {
      const { textVersions, ogpoPlusPremium } = handed
      const { personalData } = textVersions
      const accepted = { ...acceptedOf(textVersions, ogpoPlusPremium > 0), personalData }
      const body = { key: handOffKey, pay: payBy(system), accepted }
      const session = { token: token ?? undefined }
      const ordered = await askOrder(
        async () => (await api('promoterHandOffOrder', body, session)).data,
      )
      if (ordered.kind === 'failed') return say(ordered.apiError)
      if (ordered.kind === 'bill-phone')
        return setFormError({ title: ordered.message, isGone: false })
      const { key } = ordered.kind === 'ordered' ? ordered : ordered.standing
      // What the code has proved opens the page of this order too.
      if (token) keepOrderToken(key, token, purchaseTokenMs)
      const result = resultAddress(locale, key)
      history.replaceState(null, '', result)
      location.assign((ordered.kind === 'ordered' ? ordered.bankPage : null) ?? result)
    })
  return { stage, wrongCodes, busy, formError, sendCode: () => run(send), check, pay }
}

/**
 * The client's own consent: the texts, the code from the SMS, then the payment from their own
 * phone.
 */
export function Agree({ handOffKey, handed, read }: Props) {
  const t = useTexts(words)
  const way = useWay(handOffKey, handed)
  const { stage, wrongCodes, busy, formError } = way
  const ways = useTexts(wayWords)
  // Nothing to pay is agreed by the first of them.
  const [first = firstWay, ...others] = handed.ways
  return (
    <section className={styles.card} aria-label={t.accept}>
      {formError ? (
        <Notice tone="error" live title={formError.title}>
          {formError.isGone ? t.askAnew : null}
        </Notice>
      ) : null}
      {stage === 'texts' ? (
        <Texts
          phone={handed.phone}
          read={read}
          busy={busy}
          onAccepted={() => void way.sendCode()}
        />
      ) : null}
      {stage === 'code' ? (
        <>
          <p>{t.codeHint(handed.phone)}</p>
          <CodeField
            name="pin"
            label={t.code}
            onComplete={(code) => void way.check(code)}
            wrongCodes={wrongCodes}
            error={wrongCodes ? t.wrongCode : undefined}
          />
          <ResendCode place={`handoff.${handOffKey}`} onResend={way.sendCode} />
        </>
      ) : null}
      {stage === 'pay' && !formError?.isGone ? (
        <>
          <Notice tone="success" live title={t.confirmed} />
          <Button wide busy={busy} onClick={() => void way.pay(first)}>
            {handed.toPay === 0 ? t.free : ways[first].handedOver(handed.toPay)}
          </Button>
          {handed.toPay === 0
            ? null
            : others.map((name) => {
                const { Icon } = webWays[name]
                return (
                  <Button
                    key={name}
                    wide
                    variant="secondary"
                    icon={<Icon />}
                    busy={busy}
                    onClick={() => void way.pay(name)}
                  >
                    {ways[name].handedOver(handed.toPay)}
                  </Button>
                )
              })}
        </>
      ) : null}
    </section>
  )
}

type TextsProps = Pick<Props, 'read'> & { phone: string; busy: boolean; onAccepted: () => void }

/** Each text with its box; the code is asked for when all of them are accepted. */
function Texts({ phone, read, busy, onAccepted }: TextsProps) {
  const t = useTexts(words)
  const [accepted, setAccepted] = useState<readonly Consent[]>([])
  const [missing, setMissing] = useState(false)
  const labels = {
    terms: t.acceptTerms,
    personalData: t.acceptPersonalData,
    commission: t.acceptCommission,
  }
  const getCode = (): void => {
    const first = consents.find((name) => !accepted.includes(name))
    setMissing(first !== undefined)
    if (first) document.getElementById(`accept-${first}`)?.focus()
    else onAccepted()
  }
  return (
    <>
      {consents.map((name) => (
        <div key={name} className={styles.accept}>
          <Checkbox
            name={`accept-${name}`}
            label={labels[name]}
            error={missing && !accepted.includes(name) ? t.needAccept : undefined}
            onChecked={(on) =>
              setAccepted((before) =>
                on ? [...before, name] : before.filter((one) => one !== name),
              )
            }
          />
          <Button
            variant="quiet"
            size="small"
            aria-label={`${t.read}: ${labels[name]}`}
            onClick={() => read(name)}
          >
            {t.read}
          </Button>
        </div>
      ))}
      <Button wide busy={busy} onClick={getCode}>
        {t.getCode}
      </Button>
      <p className={styles.note}>{t.codeHint(phone)}</p>
    </>
  )
}
