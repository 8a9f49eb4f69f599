import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { promoterLoginLength } from '#domain/constants.ts'
import { type LogInError, logInError } from '../../dialogs/log-in-error.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { lazy } from '../../lazy.ts'
import { goTo } from '../../navigation.ts'
import {
  dropPromoterToken,
  keepPromoterToken,
  passGuards,
  promoterToken,
} from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { LogoDrawing } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { keep } from '../device.ts'
import { useFirstFocus } from '../first-focus.ts'
import { markActive } from '../idle.ts'
import type { Promoter } from '../promoter-user.ts'
import { LoginField } from './login-field.tsx'
import styles from './sign-in.module.css'
import words from './texts.ts'

const ExpiredDialog = lazy(() =>
  import('./expired-dialog.tsx').then((module) => ({ default: module.ExpiredDialog })),
)
const ForgotDialog = lazy(() =>
  import('./forgot-dialog.tsx').then((module) => ({ default: module.ForgotDialog })),
)
const PasswordForm = lazy(() =>
  import('./password-form.tsx').then((module) => ({ default: module.PasswordForm })),
)

/** The promoter's sign-in; a temporary password leads to its change before anything else. */
export function PortalSignIn() {
  const t = useTexts(words)
  const locale = useLocale()
  const [mustChange, setMustChange] = useState<Promoter | null>(null)

  // Checks for an existing session. A failed check clears the cookie (specification, section 7).
  useEffect(() => {
    if (!promoterToken()) return
    const stop = new AbortController()
    api('promoterMe', {}, { token: promoterToken() ?? undefined, signal: stop.signal }).then(
      ({ user }) =>
        user.password_change_required
          ? setMustChange(user)
          : void passGuards(['promoter-not-auth'], null, locale),
      (error) => {
        if (stop.signal.aborted) return
        if (apiErrorOf(error).kind === 'offline') passGuards(['promoter-not-auth'], null, locale)
        else dropPromoterToken()
      },
    )
    return () => stop.abort()
  }, [locale])

  const enter = (user: Promoter): void => {
    keep('user', user)
    markActive()
    if (user.password_change_required) setMustChange(user)
    else goTo(pathOf('promoter-ogpo', locale))
  }
  return (
    <div className={styles.page}>
      <div className={styles.card}>
        <LogoDrawing className={styles.horn} />
        <h1>{mustChange ? t.changeTitle : t.heading}</h1>
        {mustChange ? (
          <Suspense>
            <PasswordForm
              login={mustChange.login}
              temporary
              onChanged={() => goTo(pathOf('promoter-ogpo', locale))}
            />
          </Suspense>
        ) : (
          <SignIn onEnter={enter} />
        )}
      </div>
    </div>
  )
}

function SignIn({ onEnter }: { onEnter: (user: Promoter) => void }) {
  const t = useTexts(words)
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<{ login?: string; password?: string }>({})
  const [formError, setFormError] = useState<LogInError | { kind: 'offline' } | null>(null)
  const [forgot, setForgot] = useState(false)
  const { busy, once } = useMutation()
  useFirstFocus(() => 'login')

  const typed = (): string =>
    form.current?.querySelector<HTMLInputElement>('#login')?.value.replace(/\D/g, '') ?? ''
  const clear = (id: string): void => {
    const input = form.current?.querySelector<HTMLInputElement>(`#${id}`)
    if (input) input.value = ''
  }
  const enter = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const login = typed()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const errors = {
      ...(login.length === promoterLoginLength ? {} : { login: t.checkLogin }),
      ...(password ? {} : { password: t.needPassword }),
    }
    setWrong(errors)
    setFormError(null)
    const first = errors.login ? 'login' : errors.password ? 'password' : null
    if (first) return document.getElementById(first)?.focus()
    await once(
      async () => {
        const { access_token, user } = await api('promoterLogin', { login, password })
        keepPromoterToken(access_token)
        onEnter(user)
      },
      (error) => {
        dropPromoterToken()
        const found = logInError(error)
        if (found.kind === 'wrong')
          setWrong({ login: found.message || t.wrong, password: found.message || t.wrong })
        else setFormError(apiErrorOf(error).kind === 'offline' ? { kind: 'offline' } : found)
        if (found.kind === 'too_many' || found.kind === 'expired') clear('password')
      },
    )
  }
  return (
    <>
      <p className={styles.soft}>{t.lead}</p>
      <form ref={form} className={styles.form} onSubmit={(event) => void enter(event)} noValidate>
        {formError?.kind === 'too_many' ? (
          <Notice tone="error" title={formError.message} live />
        ) : null}
        {formError?.kind === 'unavailable' ? (
          <Notice tone="error" title={t.unavailable} live />
        ) : null}
        {formError?.kind === 'offline' ? <Notice tone="warn" title={t.offline} live /> : null}
        <LoginField name="login" label={t.login} error={wrong.login} onValue={() => setWrong({})} />
        <TextField
          name="password"
          label={t.password}
          type="password"
          autoComplete="current-password"
          error={wrong.password}
          onValue={() => setWrong({})}
        />
        <Button type="submit" busy={busy} wide>
          {t.submit}
        </Button>
        <Button variant="quiet" onClick={() => setForgot(true)}>
          {t.forgot}
        </Button>
      </form>
      <Suspense>
        {formError?.kind === 'expired' ? (
          <ExpiredDialog
            onAsk={() => {
              setFormError(null)
              setForgot(true)
            }}
            onClose={() => setFormError(null)}
          />
        ) : null}
        {forgot ? <ForgotDialog login={typed()} onClose={() => setForgot(false)} /> : null}
      </Suspense>
    </>
  )
}
