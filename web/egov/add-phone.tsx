import { type FormEvent, useState } from 'react'
import { formatPhone, parsePhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { codeResendSeconds } from '../constants.ts'
import { ResendCode } from '../dialogs/resend.tsx'
import { api } from '../http/api.ts'
import { type ApiError, apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { cabinetToken } from '../session/session.ts'
import { useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { CodeField } from '../ui/code-field.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { Refused } from '../ui/way-on.tsx'
import styles from './sign-in.module.css'
import words from './texts.ts'

type Props = {
  /** The own address to go on to. */
  target: string
  /** What comes next can do without a phone. */
  mayWait: boolean
}

const token = () => ({ token: cabinetToken() ?? undefined })

/** The phone the provider did not give, proved by the register of phones and a code. */
export function AddPhone({ target, mayWait }: Props) {
  const t = useTexts(words)
  const [phone, setPhone] = useState<string | null>(null)
  /** What was typed before, to be changed. */
  const [last, setLast] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const [formError, setFormError] = useState<ApiError | null>(null)
  const [wrongCodes, setWrongCodes] = useState({ count: 0, why: '' })
  const { busy, once } = useMutation()

  const failed = (error: unknown) => {
    const apiError = apiErrorOf(error)
    if (isOfPhone(apiError)) setWrong(apiError.message || t.phoneWrong)
    else setFormError(apiError)
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
      if (apiError.kind === 'refused' && apiError.code === refusals.wrongCode)
        setWrongCodes(({ count }) => ({ count: count + 1, why: apiError.message }))
      else failed(error)
    }
  }
  return (
    <>
      {formError ? (
        <Refused apiError={formError} title={formError.message || t.unavailableNow} />
      ) : null}
      {phone ? (
        <TypedCode
          phone={phone}
          wrongCodes={wrongCodes}
          onCode={(code) => void confirm(code)}
          onResend={async () => {
            await api('cabinetChangePhone', { phone }, token()).catch(failed)
          }}
          onOther={() => {
            setFormError(null)
            setWrongCodes({ count: 0, why: '' })
            setLast(phone)
            setPhone(null)
          }}
        />
      ) : (
        <TypedPhone
          last={last}
          wrong={wrong}
          busy={busy}
          onChange={() => setWrong(undefined)}
          onSend={(event) => void send(event)}
        />
      )}
      {mayWait ? <Later target={target} /> : null}
    </>
  )
}

/** What comes next can do without a phone. */
function Later({ target }: { target: string }) {
  const t = useTexts(words)
  return (
    <LinkButton variant="quiet" href={target}>
      {t.later}
    </LinkButton>
  )
}

type PhoneProps = {
  /** What was typed before. */
  last: string | undefined
  wrong: string | undefined
  busy: boolean
  onChange: () => void
  onSend: (event: FormEvent<HTMLFormElement>) => void
}

function TypedPhone({ last, wrong, busy, onChange, onSend }: PhoneProps) {
  const t = useTexts(words)
  return (
    <form className={styles.form} onSubmit={onSend} noValidate>
      <PhoneField
        name="phone"
        label={t.phone}
        hint={t.phoneHint}
        defaultValue={last}
        error={wrong}
        onValue={onChange}
      />
      <Button type="submit" busy={busy}>
        {t.send}
      </Button>
    </form>
  )
}

type CodeProps = {
  phone: string
  wrongCodes: { count: number; why: string }
  onCode: (code: string) => void
  onResend: () => Promise<void>
  /** Another number is to be typed. */
  onOther: () => void
}

/** The code that was sent to the phone. */
function TypedCode({ phone, wrongCodes, onCode, onResend, onOther }: CodeProps) {
  const t = useTexts(words)
  return (
    <div className={styles.form}>
      <p>{t.sent(formatPhone(phone))}</p>
      <CodeField
        name="code"
        label={t.code}
        onComplete={onCode}
        wrongCodes={wrongCodes.count}
        error={wrongCodes.count ? wrongCodes.why || t.codeWrong : undefined}
      />
      <ResendCode place={`egov.${phone}`} onResend={onResend} />
      <Button variant="quiet" onClick={onOther}>
        {t.otherPhone}
      </Button>
    </div>
  )
}

/** The number is wrong, or stands at another person. */
const isOfPhone = (apiError: ApiError): boolean =>
  apiError.kind === 'invalid' ||
  (apiError.kind === 'refused' && apiError.code === refusals.phoneNotLinked)
