import { useEffect, useState } from 'react'
import { purchaseTokenMs } from '#domain/lifetimes.ts'
import { api } from '../../http/api.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { keepPurchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { flowHere } from '../flow.ts'
import { type AskedCode, dropAsked, secondsLeft } from './asked-code.ts'
import { Failure } from './failure.tsx'
import styles from './login.module.css'
import { send } from './send.ts'
import words from './texts.ts'

type CodeProps = {
  asked: AskedCode
  onResent: (asked: AskedCode) => void
  onChange: () => void
  onProved: ((token: string) => Promise<void>) | undefined
}

/** The code from the SMS; a right one leads to the purchase. */
export function Code({ asked, onResent, onChange, onProved }: CodeProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const [refusals, setRefusals] = useState(0)
  const [error, setError] = useState<string | undefined>()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const { doing: busy, once } = useMutation<'check' | 'send'>()
  const left = useSecondsLeft(asked.resendAt)

  const check = async (code: string): Promise<void> => {
    setError(undefined)
    setApiError(null)
    await once(
      async () => {
        const { data } = await api('validateClientOtp', {
          iin: asked.iin,
          phone: asked.phone,
          otp_code: code,
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
        if (found.kind === 'refused' && found.code === 14014) {
          setError(found.message)
          setRefusals((count) => count + 1)
        } else setApiError(found)
      },
      'check',
    )
  }
  const resend = async (): Promise<void> => {
    setError(undefined)
    setApiError(null)
    await once(
      async () => {
        onResent(await send(asked.iin, asked.phone))
      },
      (cause) => setApiError(apiErrorOf(cause)),
      'send',
    )
  }
  return (
    <div className={styles.form}>
      <CodeField
        name="code"
        label={t.code}
        hint={t.codeHint}
        error={error}
        refusals={refusals}
        disabled={busy === 'check'}
        onComplete={(code) => void check(code)}
      />
      {busy === 'check' ? <RowProgress>{t.checking}</RowProgress> : null}
      {apiError ? <Failure apiError={apiError} /> : null}
      <div className={styles.resend}>
        {left > 0 ? (
          <p className={styles.note}>{t.resendIn(left)}</p>
        ) : (
          <Button
            variant="secondary"
            size="small"
            busy={busy === 'send'}
            onClick={() => void resend()}
          >
            {t.resend}
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={onChange}>
          {t.change}
        </Button>
      </div>
    </div>
  )
}

function useSecondsLeft(resendAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another countdown begins at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [resendAt])
  return secondsLeft(resendAt, now)
}
