import { type FormEvent, useState } from 'react'
import { formatPhone, parsePhone } from '#domain/phone.ts'
import { codeResendSeconds } from '../constants.ts'
import { ResendCode } from '../dialogs/resend.tsx'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { cabinetToken } from '../session/session.ts'
import { useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import styles from './sign-in.module.css'
import words from './texts.ts'

type Props = {
  /** The own address to go on to. */
  target: string
  /** What comes next can do without a phone. */
  mayWait: boolean
}

/** The phone the provider did not give, proved by the register of phones and a code. */
export function AddPhone({ target, mayWait }: Props) {
  const t = useTexts(words)
  const [phone, setPhone] = useState<string | null>(null)
  /** What was typed before, to be changed. */
  const [last, setLast] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [formError, setFormError] = useState<string | null>(null)
  const [refusals, setRefusals] = useState({ count: 0, why: '' })
  const { busy, once } = useMutation()
  const token = () => ({ token: cabinetToken() ?? undefined })

  const failed = (error: unknown) => {
    const apiError = apiErrorOf(error)
    if (apiError.kind === 'invalid' || (apiError.kind === 'refused' && apiError.code === 14002))
      setWrong(apiError.message || t.phoneWrong)
    else setFormError(apiError.kind === 'busy' ? t.tooOften : apiError.message || t.unavailableNow)
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = parsePhone(String(new FormData(event.currentTarget).get('phone') ?? ''))
    setFormError(null)
    if (!typed) {
      setWrong(t.phoneWrong)
      return document.getElementById('phone')?.focus()
    }
    await once(
      async () => {
        await api('cabinetChangePhone', { phone: typed }, token())
        setPhone(typed)
      },
      (error) => {
        const apiError = apiErrorOf(error)
        // A code sent to this number a moment ago is still on its way.
        if (apiError.kind === 'busy' && apiError.retryAfter <= codeResendSeconds) setPhone(typed)
        else failed(error)
      },
    )
  }
  const confirm = async (code: string) => {
    if (!phone) return
    setFormError(null)
    try {
      await api('cabinetConfirmPhone', { phone, code }, token())
      location.replace(target)
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === 14014)
        setRefusals(({ count }) => ({ count: count + 1, why: apiError.message }))
      else failed(error)
    }
  }
  return (
    <>
      {formError ? <Notice tone="error" live title={formError} /> : null}
      {phone ? (
        <div className={styles.form}>
          <p>{t.sent(formatPhone(phone).replaceAll(' ', '\u00a0'))}</p>
          <CodeField
            name="code"
            label={t.code}
            onComplete={(code) => void confirm(code)}
            refusals={refusals.count}
            error={refusals.count ? refusals.why || t.codeWrong : undefined}
          />
          <ResendCode
            place={`egov.${phone}`}
            onResend={async () => {
              await api('cabinetChangePhone', { phone }, token()).catch(failed)
            }}
          />
          <Button
            variant="quiet"
            onClick={() => {
              setFormError(null)
              setRefusals({ count: 0, why: '' })
              setLast(phone)
              setPhone(null)
            }}
          >
            {t.otherPhone}
          </Button>
        </div>
      ) : (
        <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
          <PhoneField
            name="phone"
            label={t.phone}
            hint={t.phoneHint}
            defaultValue={last}
            error={wrong}
            onValue={() => setWrong(undefined)}
          />
          <Button type="submit" busy={busy}>
            {t.send}
          </Button>
        </form>
      )}
      {mayWait ? (
        <LinkButton variant="quiet" href={target}>
          {t.later}
        </LinkButton>
      ) : null}
    </>
  )
}
