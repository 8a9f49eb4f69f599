import { Suspense, useEffect, useState } from 'react'
import { purchaseTokenMs } from '#domain/lifetimes.ts'
import { formatPhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { api } from '../../http/api.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useGoesOn, useMutation } from '../../http/use-mutation.ts'
import { lazy } from '../../lazy.ts'
import { keepPurchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { DocumentIcon } from '../../ui/later-icons.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { flowHere } from '../flow.ts'
import words from './code-texts.ts'
import { Failure } from './failure.tsx'
import styles from './login.module.css'
import { type AskedCode, dropAsked, secondsLeft, send } from './send.ts'
import { useSmsCode } from './sms-code.ts'

type CodeProps = {
  asked: AskedCode
  onResent: (asked: AskedCode) => void
  onChange: () => void
  onProved: ((token: string) => Promise<void>) | undefined
}

/**
 * The third step: the code from the SMS. The right code is the consent to personal data, whose text
 * is shown here, and leads to the purchase.
 */
export function Code({ asked, onResent, onChange, onProved }: CodeProps) {
  const t = useTexts(words)
  const [given, setGiven] = useState<string | undefined>()
  const { doing, error, apiError, last, wrongCodes, check, resend } = useCode(asked, {
    onResent,
    onProved,
  })
  useSmsCode(asked.resendAt, setGiven)
  useNextScreen()
  const phone = formatPhone(asked.phone)
  return (
    <div className={styles.form}>
      <div>
        <h1>{t.codeTitle}</h1>
        <p className={styles.lead}>
          {t.codeLead(phone)}{' '}
          <button type="button" className={styles.text} onClick={onChange}>
            {t.change}
          </button>
        </p>
      </div>
      <CodeField
        name="code"
        label={t.code}
        labelHidden
        focused
        given={given}
        error={error}
        wrongCodes={wrongCodes}
        onComplete={(code) => void check(code)}
      />
      {doing === 'check' ? <RowProgress>{t.checking}</RowProgress> : null}
      {apiError ? <Failure apiError={apiError} /> : null}
      {apiError && last ? (
        <Button
          variant="secondary"
          size="small"
          className={styles.again}
          onClick={() => void check(last)}
        >
          {t.checkAgain}
        </Button>
      ) : null}
      <Again asked={asked} busy={doing === 'send'} onAgain={() => void resend()} />
      <p className={styles.lead}>{t.parent}</p>
      <Consent />
    </div>
  )
}

/**
 * Preloads the next screen, some fifty files, while the SMS is on its way. A file that fails is
 * requested again there; the failure must not reload the page while a code is being typed.
 */
function useNextScreen(): void {
  useEffect(() => {
    // The form before may be scrolled, which would hide the heading under the header.
    scrollTo(0, 0)
    const quiet = (failed: Event): void => {
      failed.stopImmediatePropagation()
      failed.preventDefault()
    }
    const timer = setTimeout(() => {
      addEventListener('vite:preloadError', quiet, true)
      import('../purchase.tsx')
        .catch(() => {})
        .finally(() => removeEventListener('vite:preloadError', quiet, true))
    }, 500)
    return () => clearTimeout(timer)
  }, [])
}

/** One at a time: the code is checked, or a new one sent. */
function useCode(
  asked: AskedCode,
  { onResent, onProved }: Pick<CodeProps, 'onResent' | 'onProved'>,
) {
  const locale = useLocale()
  const [wrongCodes, setWrongCodes] = useState(0)
  const [error, setError] = useState<string | undefined>()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  // A code that was not judged: the line broke, the server was away.
  const [last, setLast] = useState<string | null>(null)
  const { doing, once } = useMutation<'check' | 'send'>()
  const clear = (): void => {
    setError(undefined)
    setApiError(null)
    setLast(null)
  }
  const check = (code: string) => {
    clear()
    return once(
      async () => {
        const { data } = await api('validateClientOtp', {
          iin: asked.iin,
          phone: asked.phone,
          otp_code: code,
          accepted: { personalData: legalVersions.personalData },
        })
        await onProved?.(data.token)
        keepPurchaseToken(data.token, purchaseTokenMs)
        dropAsked()
        const query = new URLSearchParams(location.search)
        query.delete('again')
        const search = query.toString()
        location.replace(flowHere().form(locale) + (search ? `?${search}` : ''))
        return untilThePageIsLeft()
      },
      (cause) => {
        const found = apiErrorOf(cause)
        if (found.kind === 'refused' && found.code === refusals.wrongCode) {
          setError(found.message)
          setWrongCodes((count) => count + 1)
          return
        }
        setApiError(found)
        setLast(found.kind === 'refused' ? null : code)
      },
      'check',
    )
  }
  const resend = () => {
    clear()
    return once(
      async () => onResent(await send(asked.iin, asked.phone)),
      (cause) => setApiError(apiErrorOf(cause)),
      'send',
    )
  }
  useGoesOn(apiError, () => void (last ? check(last) : resend()))
  return { doing, error, apiError, last, wrongCodes, check, resend }
}

type AgainProps = { asked: AskedCode; busy: boolean; onAgain: () => void }

/** When a new code may be asked for, and then the button that does. */
function Again({ asked, busy, onAgain }: AgainProps) {
  const t = useTexts(words)
  const left = useSecondsLeft(asked.resendAt)
  return (
    <div className={styles.resend}>
      <p className={styles.note}>
        {t.alone} {left > 0 ? t.resendIn(left) : null}
      </p>
      {left > 0 ? null : (
        <Button variant="secondary" size="small" busy={busy} onClick={onAgain}>
          {t.resend}
        </Button>
      )}
    </div>
  )
}

/** Loaded when a text is opened. */
const LegalDialog = lazy(() =>
  import('../../dialogs/legal.tsx').then((module) => ({ default: module.LegalDialog })),
)

/** What the code agrees to, by name, and its text. */
function Consent() {
  const t = useTexts(words)
  const [reading, setReading] = useState<boolean | null>(null)
  const [before, name, after] = t.consent
  return (
    <div className={styles.consent}>
      <DocumentIcon />
      <p>
        {before}
        <b>{name}</b>
        {after}
      </p>
      <button type="button" className={styles.text} onClick={() => setReading(true)}>
        {t.read}
      </button>
      {reading === null ? null : (
        <Suspense fallback={null}>
          <LegalDialog name={reading ? 'personalData' : null} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  )
}

function useSecondsLeft(resendAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  // Another countdown begins at once.
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [resendAt])
  return secondsLeft(resendAt, now)
}
