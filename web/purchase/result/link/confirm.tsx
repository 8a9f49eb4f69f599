import { useEffect, useState } from 'react'
import { orderTokenMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { ResendCode, startCountdown } from '../../../dialogs/resend.tsx'
import { api } from '../../../http/api.ts'
import { type ApiError, apiErrorOf } from '../../../http/http.ts'
import { useMutation } from '../../../http/use-mutation.ts'
import { keepOrderToken } from '../../../session/order-token.ts'
import { purchaseToken } from '../../../session/purchase-token.ts'
import { useTexts } from '../../../texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { MessageIcon } from '../../../ui/icons.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowProgress } from '../../../ui/spinner.tsx'
import { useSmsCode } from '../../login/sms-code.ts'
import type { KeptOrder } from '../../state/kept-order.ts'
import styles from './link.module.css'
import { ownOrder } from './proof.ts'
import words from './texts.ts'

type Props = {
  link: Link
  orderKey: string
  /** What a right code opens. */
  opens: string
  /** Offered to a visitor whose phone it is not. */
  another: string
}

/** One button that sends the code, then the code itself. */
export function Confirm({ link, orderKey, opens, another }: Props) {
  const t = useTexts(words)
  const { stage, doing, apiError } = link
  if (stage === 'gone') return <p className={styles.note}>{t.gone}</p>
  const problem = apiError ? (
    <Notice
      tone={apiError.kind === 'refused' ? 'error' : 'warn'}
      live
      title={saidOf(apiError, t)}
      action={
        stage === 'looking' ? (
          <Button variant="secondary" size="small" onClick={link.again}>
            {t.retry}
          </Button>
        ) : undefined
      }
    />
  ) : null
  if (stage === 'looking') return problem
  if (stage === 'ask')
    return (
      <>
        {problem}
        <p className={styles.note}>{another}</p>
        <div className={styles.act}>
          <Button icon={<MessageIcon />} busy={doing === 'send'} onClick={() => void link.send()}>
            {t.send}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <Code link={link} />
      {doing === 'check' ? <RowProgress>{t.checking}</RowProgress> : null}
      {problem}
      <div className={styles.note}>
        <p>{opens}</p>
        <ResendCode place={placeOf(orderKey)} onResend={link.send} />
      </div>
    </>
  )
}

/** Typed, or handed over by the browser, as at the sign-in of a purchase. */
function Code({ link }: Pick<Props, 'link'>) {
  const t = useTexts(words)
  const [given, setGiven] = useState<string | undefined>()
  useSmsCode(link.sent, setGiven)
  return (
    <CodeField
      name={codeField}
      label={t.code}
      given={given}
      error={link.wrong}
      wrongCodes={link.wrongCodes}
      disabled={link.doing === 'check'}
      onComplete={(code) => void link.check(code)}
    />
  )
}

function saidOf(apiError: ApiError, t: (typeof words)['kz']): string {
  if (apiError.kind === 'offline') return t.offline
  return apiError.message || t.failed
}

/** Storage key of the countdown to the next code. */
const placeOf = (key: string): string => `order.${key}`
const codeField = 'code'
const askedOf = (key: string): string => `qorgan.ogpo.asked.${key}`

/**
 * The way to an order through its link. `looking`: whether whoever is signed in owns it, and whose
 * phone it has; then `ask`, and `code` once one was sent, also after a reload. `gone`: erased.
 */
type Stage = 'looking' | 'ask' | 'code' | 'gone'

export function useLink(key: string, onOpen: (own: KeptOrder) => void) {
  const [stage, setStage] = useState<Stage>('looking')
  const [tail, setTail] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [wrongCodes, setWrongCodes] = useState(0)
  const [wrong, setWrong] = useState<string | undefined>()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const [turning, setTurning] = useState(false)
  const { doing, once } = useMutation<'send' | 'check'>()

  // A new round is a new look.
  useEffect(() => {
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      const token = purchaseToken()
      const own = token ? await ownOrder(key, token, stop.signal).catch(() => null) : null
      if (own) return onOpen(own)
      const { data } = await api('ogpoOrderLink', { key }, { signal: stop.signal })
      setTail(data.phone?.slice(-2) ?? null)
      setStage(data.phone ? (wasAsked(key) ? 'code' : 'ask') : 'gone')
    }
    look().catch((error) => {
      if (!stop.signal.aborted) setApiError(apiErrorOf(error))
    })
    return () => stop.abort()
  }, [key, round]) // oxlint-disable-line react/exhaustive-deps

  // The focus, once the code is on its way.
  const [sent, setSent] = useState(0)
  useEffect(() => {
    if (sent) document.getElementById(codeField)?.focus()
  }, [sent])

  const failed = (error: unknown): void => {
    const found = apiErrorOf(error)
    if (found.kind === 'refused' && found.code === refusals.wrongCode) {
      setWrong(found.message)
      setWrongCodes((count) => count + 1)
    } else setApiError(found)
  }
  const send = async (): Promise<void> => {
    setApiError(null)
    setWrong(undefined)
    await once(
      async () => {
        const { data } = await api('ogpoOrderSendCode', { key })
        startCountdown(placeOf(key), data.resendInSeconds)
        const lifeMs = Date.parse(data.expiresAt) - Date.parse(data.resendAfter)
        const expiresAt = Date.now() + data.resendInSeconds * 1000 + lifeMs
        sessionStorage.setItem(askedOf(key), String(expiresAt))
        setStage('code')
        setSent((count) => count + 1)
      },
      (error) => setApiError(apiErrorOf(error)),
      'send',
    )
  }
  const check = async (code: string): Promise<void> => {
    setApiError(null)
    setWrong(undefined)
    await once(
      async () => {
        const { data } = await api('ogpoOrderOpen', { key, code })
        keepOrderToken(key, data.token, orderTokenMs)
        sessionStorage.removeItem(askedOf(key))
        setTurning(true)
        onOpen(await ownOrder(key, data.token))
      },
      failed,
      'check',
    )
  }
  const again = (): void => {
    setApiError(null)
    setRound((count) => count + 1)
  }
  return { stage, tail, wrongCodes, wrong, apiError, turning, doing, sent, send, check, again }
}
type Link = ReturnType<typeof useLink>

const wasAsked = (key: string): boolean => Number(sessionStorage.getItem(askedOf(key))) > Date.now()
