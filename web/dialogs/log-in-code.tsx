import { type FormEvent, useState } from 'react'
import { fillsPhoneMask, formatPhone } from '#domain/phone.ts'
import { codeResendSeconds } from '../constants.ts'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { signIn } from '../session/session.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import styles from './dialogs.module.css'
import { countdownOf, startCountdown } from './resend.tsx'
import { SmsCodeDialog } from './sms-code.tsx'
import type { DialogStep } from './step.ts'
import words from './texts.ts'

/** The phone a code was sent to from this tab: after a reload the sign-in goes on where it was. */
const key = 'qorgan.log-in.phone'
type FormError = 'phone' | 'unavailable' | { said: string }

/** Sends a code; answers what went wrong. */
async function send(to: string): Promise<FormError | null> {
  try {
    await api('cabinetSendCode', { phone: to })
    startCountdown(placeOf(to), codeResendSeconds)
    return null
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (apiError.kind === 'invalid') return 'phone'
    if (apiError.kind === 'refused') return { said: apiError.message }
    if (apiError.kind !== 'busy') return 'unavailable'
    // A code sent a moment ago is still on its way.
    if (apiError.retryAfter > codeResendSeconds) return { said: apiError.message }
    startCountdown(placeOf(to), apiError.retryAfter)
    return null
  }
}

/** The way of a sign-in: a code to the phone, then the code; `phone` is where it went. */
function useCodeSignIn() {
  const locale = useLocale()
  const [phone, setPhone] = useState(waitingPhone)
  const [formError, setFormError] = useState<FormError | null>(null)
  const { busy, once } = useMutation()

  const begin = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('phone') ?? '')
    setFormError(null)
    if (!fillsPhoneMask(typed)) {
      setFormError('phone')
      return document.getElementById('log-in-phone')?.focus()
    }
    const to = typed.replace(/\D/g, '')
    await once(async () => {
      const failed = await send(to)
      setFormError(failed)
      if (failed) return
      sessionStorage.setItem(key, to)
      setPhone(to)
    })
  }
  const check = async (code: string): Promise<boolean | string> => {
    setFormError(null)
    try {
      const { token, user } = await api('cabinetLoginByCode', { phone, code })
      sessionStorage.removeItem(key)
      signIn(token, user.role, locale)
      return true
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused') return apiError.message
      if (apiError.kind === 'invalid') return false
      setFormError(apiError.kind === 'busy' ? { said: apiError.message } : 'unavailable')
      return true
    }
  }
  const resend = async () => setFormError(await send(phone))
  const otherPhone = () => {
    sessionStorage.removeItem(key)
    setFormError(null)
    setPhone('')
  }
  const forgive = () => setFormError((now) => (now === 'phone' ? null : now))
  return { phone, formError, busy, begin, check, resend, otherPhone, forgive }
}

/** Sign-in by phone and the code from SMS. */
export function LogInCodeDialog({ open, onClose, onGo }: DialogStep) {
  const all = useTexts(words)
  const t = all.logIn
  const { phone, formError, busy, ...way } = useCodeSignIn()
  const told =
    typeof formError === 'object'
      ? formError?.said
      : formError === 'phone'
        ? undefined
        : t[formError]
  const notice = told ? <Notice tone="error" title={told} live /> : null
  if (phone)
    return (
      <SmsCodeDialog
        open={open}
        onClose={onClose}
        phone={formatPhone(phone)}
        check={way.check}
        resend={way.resend}
        notice={notice}
        foot={
          <Button variant="quiet" onClick={way.otherPhone}>
            {t.otherPhone}
          </Button>
        }
      />
    )
  return (
    <Dialog open={open} onClose={onClose} title={t.codeTitle} closeLabel={all.close}>
      <form className={styles.form} onSubmit={(event) => void way.begin(event)} noValidate>
        <p className={styles.lead}>{t.codeLead}</p>
        {notice}
        <PhoneField
          name="phone"
          id="log-in-phone"
          label={t.phone}
          error={formError === 'phone' ? all.forgot.checkPhone : undefined}
          onValue={way.forgive}
        />
        <Button type="submit" busy={busy} wide>
          {t.sendCode}
        </Button>
        <Button variant="quiet" onClick={() => onGo('log-in')}>
          {t.byPassword}
        </Button>
      </form>
    </Dialog>
  )
}

const placeOf = (phone: string): string => `sms.${formatPhone(phone)}`

/** The phone whose code can't be sent again yet, else none. */
function waitingPhone(): string {
  const phone = sessionStorage.getItem(key) ?? ''
  return phone && countdownOf(placeOf(phone)) > 0 ? phone : ''
}
