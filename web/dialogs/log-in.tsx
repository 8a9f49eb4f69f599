import { type FormEvent, useRef, useState } from 'react'
import { savedPathCookie } from '#domain/constants.ts'
import { signInAddress } from '#domain/egov.ts'
import { api } from '../http/api.ts'
import { useMutation } from '../http/use-mutation.ts'
import { cookie, endedKey, signIn } from '../session/session.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { IinField } from '../ui/iin-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConfirmDialog } from './confirm.tsx'
import styles from './dialogs.module.css'
import { type LogInError, logInError } from './log-in-error.ts'
import { SmsCodeDialog } from './sms-code.tsx'
import type { DialogStep } from './step.ts'
import words from './texts.ts'

/** What was typed and what came of it; `form` is where the fields stand. */
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

/** Sign-in: by a code first, since nobody who bought here made a password; by e-ID, by password. */
export function LogInDialog({ open, onClose, onGo }: DialogStep) {
  const all = useTexts(words)
  const t = all.logIn
  const locale = useLocale()
  const { form, wrong, formError, busy, enter, forgive } = useSignIn()
  const [ended] = useState(takeEnded)
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
  return (
    <Dialog open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      <form ref={form} className={styles.form} onSubmit={(event) => void enter(event)} noValidate>
        {ended && !formError ? <Notice tone="info" title={t.ended} live /> : null}
        <SignInError of={formError} />
        <Button onClick={() => onGo('log-in-code')} wide>
          {t.byCode}
        </Button>
        <LinkButton
          variant="secondary"
          href={open ? signInAddress(cookie(savedPathCookie), locale) : ''}
          wide
        >
          {t.egov}
        </LinkButton>
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
        <Button variant="quiet" onClick={() => onGo('forgot-password')}>
          {t.forgot}
        </Button>
      </form>
    </Dialog>
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

/** Whether the sign-in is asked for because a session ran out; said once. */
function takeEnded(): boolean {
  if (typeof sessionStorage === 'undefined') return false // in the HTML made at build
  const ended = sessionStorage.getItem(endedKey) !== null
  sessionStorage.removeItem(endedKey)
  return ended
}
