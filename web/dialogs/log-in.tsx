import { type FormEvent, useEffect, useRef, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { savedPathCookie } from '#domain/constants.ts'
import { signInAddress } from '#domain/egov.ts'
import { fillsPhoneMask, formatPhone } from '#domain/phone.ts'
import { codeResendSeconds } from '../constants.ts'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { cookie, endedKey, signIn } from '../session/session.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { IinField } from '../ui/iin-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConfirmDialog } from './confirm.tsx'
import styles from './dialogs.module.css'
import { type LogInError, logInError } from './log-in-error.ts'
import { countdownOf, startCountdown } from './resend.tsx'
import { SmsCodeDialog } from './sms-code.tsx'
import type { DialogStep } from './step.ts'
import words from './texts.ts'

/** Typed values and the result; `form` is the element around the fields. */
function useSignIn() {
  const t = useTexts(words).logIn
  const locale = useLocale()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<{ iin?: string; password?: string }>({})
  const [formError, setFormError] = useState<LogInError | null>(null)
  const { busy, once } = useMutation()

  const enter = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const iin = String(data.get('iin') ?? '').replace(/\D/g, '')
    const password = String(data.get('password') ?? '')
    const errors = {
      ...(iin.length === 12 ? {} : { iin: t.checkIin }),
      ...(password ? {} : { password: t.wrongPassword }),
    }
    setWrong(errors)
    setFormError(null)
    const first = errors.iin ? 'log-in-iin' : errors.password ? 'log-in-password' : null
    if (first) return document.getElementById(first)?.focus()
    await once(
      async () => {
        const { token, user } = await api('cabinetLogin', { iin, password })
        signIn(token, user.role, locale)
      },
      (error) => {
        const found = logInError(error)
        setFormError(found)
        if (found.kind === 'wrong')
          setWrong({ iin: found.message || t.wrong, password: found.message || t.wrong })
        if (found.kind === 'too_many' || found.kind === 'expired') clear('log-in-password')
        if (found.kind === 'expired') clear('log-in-iin')
      },
    )
  }
  const clear = (id: string) => {
    const input = form.current?.querySelector<HTMLInputElement>(`#${id}`)
    if (input) input.value = ''
  }
  return { form, wrong, formError, busy, enter, forgive: () => setWrong({}) }
}

/**
 * Sign-in by a code first, since clients who bought here have no password; e-ID beside it, the
 * password behind one line.
 */
export const LogInDialog = (step: DialogStep) => <LogIn {...step} />
/** Where a password is at hand: it came by SMS. */
export const LogInByPassword = (step: DialogStep) => <LogIn {...step} hasPassword />

function LogIn({ open, onClose, onGo, hasPassword }: DialogStep & { hasPassword?: boolean }) {
  const all = useTexts(words)
  const t = all.logIn
  const byPassword = useSignIn()
  const byCode = useCodeSignIn()
  const [ended] = useState(takeEnded)
  const { formError } = byPassword
  if (formError?.kind === 'expired')
    return (
      <ConfirmDialog
        open={open}
        title={t.expiredTitle}
        text={t.expiredText}
        yes={t.expiredAction}
        no={all.cancel}
        onYes={() => onGo('forgot-password')}
        onNo={onClose}
      />
    )
  if (formError?.kind === 'code_needed')
    return <SecondStep open={open} onClose={onClose} {...formError} />
  if (byCode.phone) return <CodeSent open={open} onClose={onClose} way={byCode} />
  return (
    <Dialog open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      <div className={styles.form}>
        {ended && !formError ? <Notice tone="info" title={t.ended} live /> : null}
        <ByCode way={byCode} />
        <EidLink open={open} />
        {/* Desks have no sign-in by a code alone. */}
        <Disclosure title={t.byPassword} className={styles.others} open={hasPassword || ended}>
          <ByPassword way={byPassword} onForgot={() => onGo('forgot-password')} />
        </Disclosure>
        <NoPolicyYet onClose={onClose} />
      </div>
    </Dialog>
  )
}

type CodeWay = { way: ReturnType<typeof useCodeSignIn> }

/** The phone, and the IIN where the phone alone is not known here. */
function ByCode({ way: { withIin, formError, busy, ...way } }: CodeWay) {
  const all = useTexts(words)
  const t = all.logIn
  const first = withIin ? 'log-in-code-iin' : 'log-in-phone'
  // The only field: focused, so that typing may begin at once.
  useEffect(() => document.getElementById(first)?.focus(), [first])
  return (
    <form className={styles.form} onSubmit={(event) => void way.begin(event)} noValidate>
      <p className={styles.lead}>{withIin ? t.withIinLead : t.codeLead}</p>
      <CodeError of={formError} />
      {withIin ? (
        <IinField
          name="iin"
          id="log-in-code-iin"
          label={t.iin}
          error={formError === 'iin' ? t.checkIin : undefined}
          onValue={way.forgive}
        />
      ) : null}
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
      {/* A person insured by a promoter is known by the IIN alone: we cannot send a code before it.
       */}
      {withIin ? null : (
        <Button variant="quiet" onClick={() => way.begunAnew(true)}>
          {t.withIin}
        </Button>
      )}
    </form>
  )
}

type CodeSentProps = Omit<DialogStep, 'onGo'> & CodeWay

/** The code itself; another phone or the IIN starts anew. */
function CodeSent({ open, onClose, way }: CodeSentProps) {
  const t = useTexts(words).logIn
  const { phone, iin, withIin, formError, begunAnew } = way
  return (
    <SmsCodeDialog
      open={open}
      onClose={onClose}
      phone={formatPhone(phone)}
      check={way.check}
      resend={way.resend}
      notice={<CodeError of={formError} />}
      foot={
        <>
          {iin ? null : (
            <Button variant="quiet" onClick={() => begunAnew(true)}>
              {t.withIin}
            </Button>
          )}
          <Button variant="quiet" onClick={() => begunAnew(withIin)}>
            {t.otherPhone}
          </Button>
        </>
      }
    />
  )
}

/** What went wrong with the code as a whole, not with a field. */
function CodeError({ of }: { of: CodeWay['way']['formError'] }) {
  const t = useTexts(words).logIn
  if (of === null || of === 'phone' || of === 'iin') return null
  return <Notice tone="error" title={of === 'unavailable' ? t.unavailable : of.said} live />
}

function EidLink({ open }: { open: boolean }) {
  const t = useTexts(words).logIn
  const locale = useLocale()
  return (
    <LinkButton
      variant="secondary"
      href={open ? signInAddress(cookie(savedPathCookie), locale) : ''}
      wide
    >
      {t.egov}
    </LinkButton>
  )
}

type PasswordWay = { way: ReturnType<typeof useSignIn>; onForgot: () => void }

function ByPassword({
  way: { form, wrong, formError, busy, enter, forgive },
  onForgot,
}: PasswordWay) {
  const t = useTexts(words).logIn
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void enter(event)} noValidate>
      <SignInError of={formError} />
      <IinField
        name="iin"
        id="log-in-iin"
        label={t.iin}
        error={wrong.iin}
        autoComplete="username"
        onValue={forgive}
      />
      <TextField
        name="password"
        id="log-in-password"
        label={t.password}
        type="password"
        autoComplete="current-password"
        error={wrong.password}
        onValue={forgive}
      />
      <Button type="submit" variant="secondary" busy={busy} wide>
        {t.submit}
      </Button>
      <Button variant="quiet" onClick={onForgot}>
        {t.forgot}
      </Button>
    </form>
  )
}

/** A visitor who has bought nothing yet has no account to sign in to: they begin with the plate. */
function NoPolicyYet({ onClose }: Pick<DialogStep, 'onClose'>) {
  const t = useTexts(words).logIn
  const locale = useLocale()
  return (
    <p className={styles.lead}>
      {t.noPolicy}{' '}
      <a href={`${pathOf('index', locale)}#car`} onClick={onClose}>
        {t.noPolicyGo}
      </a>
    </p>
  )
}

type StepProps = { open: boolean; onClose: () => void; phone: string; pending: string }

/** Staff sign in with a code too. */
function SecondStep({ open, onClose, phone, pending }: StepProps) {
  const locale = useLocale()
  return (
    <SmsCodeDialog
      open={open}
      onClose={onClose}
      phone={phone}
      check={async (code) => {
        const { token, user } = await api('cabinetConfirmSignIn', { pending, code })
        signIn(token, user.role, locale)
        return true
      }}
      resend={async () => {
        await api('cabinetResendSignInCode', { pending })
      }}
    />
  )
}

/** What went wrong with the whole, not with a field. */
function SignInError({ of }: { of: LogInError | null }) {
  const t = useTexts(words).logIn
  if (of?.kind === 'too_many') return <Notice tone="error" title={of.message} live />
  if (of?.kind === 'refused') return <Notice tone="error" title={of.message} live />
  if (of?.kind === 'unavailable') return <Notice tone="error" title={t.unavailable} live />
  return null
}

/** Whether an expired session caused the sign-in; shown once. */
function takeEnded(): boolean {
  if (typeof sessionStorage === 'undefined') return false // in the HTML made at build
  const ended = sessionStorage.getItem(endedKey) !== null
  sessionStorage.removeItem(endedKey)
  return ended
}

/** The phone a code was sent to from this tab: the sign-in goes on after a reload. */
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

/** Runs the sign-in: a code to the phone, then the code; `phone` is where it went. */
function useCodeSignIn() {
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
