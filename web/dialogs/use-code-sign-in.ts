import { type FormEvent, useState } from 'react'
import { fillsPhoneMask, formatPhone } from '#domain/phone.ts'
import { codeResendSeconds } from '../constants.ts'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { signIn } from '../session/session.ts'
import { useLocale } from '../texts.ts'
import { countdownOf, startCountdown } from './resend.tsx'

/** The phone a code was sent to from this tab: after a reload the sign-in goes on where it was. */
const key = 'qorgan.log-in.phone'
/** The IIN that was named beside it, if any. */
const iinKey = 'qorgan.log-in.iin'
type FormError = 'phone' | 'iin' | 'unavailable' | { said: string }
type To = { phone: string; iin: string }
const bodyOf = ({ phone, iin }: To) => ({ phone, ...(iin ? { iin } : {}) })

/** Sends a code; answers what went wrong. */
async function send(to: To): Promise<FormError | null> {
  try {
    await api('cabinetSendCode', bodyOf(to))
    startCountdown(placeOf(to.phone), codeResendSeconds)
    return null
  } catch (error) {
    const apiError = apiErrorOf(error)
    if (apiError.kind === 'invalid') return 'phone'
    if (apiError.kind === 'refused') return { said: apiError.message }
    if (apiError.kind !== 'busy') return 'unavailable'
    // A code sent a moment ago is still on its way.
    if (apiError.retryAfter > codeResendSeconds) return { said: apiError.message }
    startCountdown(placeOf(to.phone), apiError.retryAfter)
    return null
  }
}

/** The way of a sign-in: a code to the phone, then the code; `phone` is where it went. */
export function useCodeSignIn() {
  const locale = useLocale()
  const [phone, setPhone] = useState(waitingPhone)
  const [iin, setIin] = useState(() =>
    waitingPhone() ? (sessionStorage.getItem(iinKey) ?? '') : '',
  )
  const [withIin, setWithIin] = useState(false)
  const [formError, setFormError] = useState<FormError | null>(null)
  const { busy, once } = useMutation()

  const begin = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = String(form.get('phone') ?? '')
    const named = String(form.get('iin') ?? '').replace(/\D/g, '')
    setFormError(null)
    const wrong = withIin && named.length !== 12 ? 'iin' : fillsPhoneMask(typed) ? null : 'phone'
    if (wrong) {
      setFormError(wrong)
      return document.getElementById(`log-in-${wrong === 'iin' ? 'code-iin' : 'phone'}`)?.focus()
    }
    const to = { phone: typed.replace(/\D/g, ''), iin: withIin ? named : '' }
    await once(async () => {
      const failed = await send(to)
      setFormError(failed)
      if (failed) return
      sessionStorage.setItem(key, to.phone)
      sessionStorage.setItem(iinKey, to.iin)
      setIin(to.iin)
      setPhone(to.phone)
    })
  }
  const check = async (code: string): Promise<boolean | string> => {
    setFormError(null)
    try {
      const { token, user } = await api('cabinetLoginByCode', { ...bodyOf({ phone, iin }), code })
      forget()
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
  const resend = async () => setFormError(await send({ phone, iin }))
  const begunAnew = (nameIin: boolean) => {
    forget()
    setFormError(null)
    setWithIin(nameIin)
    setPhone('')
  }
  const forgive = () => setFormError((now) => (now === 'phone' || now === 'iin' ? null : now))
  return { phone, iin, withIin, formError, busy, begin, check, resend, begunAnew, forgive }
}

const placeOf = (phone: string): string => `sms.${formatPhone(phone)}`

function forget(): void {
  sessionStorage.removeItem(key)
  sessionStorage.removeItem(iinKey)
}

/** The phone whose code can't be sent again yet, else none. */
function waitingPhone(): string {
  if (typeof sessionStorage === 'undefined') return '' // in the HTML made at build
  const phone = sessionStorage.getItem(key) ?? ''
  return phone && countdownOf(placeOf(phone)) > 0 ? phone : ''
}
