import { type FormEvent, useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { codeResendSeconds } from '../constants.ts'
import { ResendCode, startCountdown } from '../dialogs/resend.tsx'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { useLocale, useTexts } from '../texts.ts'
import { longMoment } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './not-me.module.css'
import words from './texts.ts'

/** The key stands behind `#`, which no server or log sees, and leaves the address bar at once. */
let keyKept = ''
function takeKey(): string {
  // An SMS has the key alone.
  const key = /^#(?:key=)?([\w-]{20,})$/.exec(location.hash)?.[1]
  if (key) {
    keyKept = key
    history.replaceState(history.state, '', location.pathname)
  }
  return keyKept
}

/** "It was not me": ends all sessions, then sets a new password by a code to the phone as it was. */
export function NotMe() {
  const t = useTexts(words)
  const locale = useLocale()
  const [key, setKey] = useState('')
  const [about, setAbout] = useState<string | null>(null)
  const [ended, setEnded] = useState<{ phone: string | null } | null>(null)
  const [done, setDone] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const { busy, once } = useMutation()
  const failed = (error: unknown) => {
    const apiError = apiErrorOf(error)
    setWrong(apiError.kind === 'missing' ? t.failed : apiError.message || t.failed)
  }

  // The address bar and the server, which says what the link is about.
  useEffect(() => {
    const taken = takeKey()
    setKey(taken)
    api('accountNotMeRead', { key: taken }).then(
      ({ data }) => data && setAbout(t.about(data.what, longMoment(locale, data.at))),
      () => setWrong(t.failed),
    )
  }, [t, locale])

  const send = async () => {
    setWrong(null)
    const phone = (await api('accountNotMe', { key })).data?.phone ?? null
    startCountdown('not-me', codeResendSeconds)
    setEnded({ phone })
  }
  const end = () => once(send, failed)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    setWrong(null)
    await once(async () => {
      await api('accountNotMePassword', {
        key,
        code: text('code'),
        password: text('password'),
        password_repeat: text('password_repeat'),
      })
      setDone(true)
    }, failed)
  }
  const signIn = <a href={pathOf('account', locale)}>{t.signIn}</a>
  return (
    <div className={styles.page}>
      <h1>{t.title}</h1>
      {about && !done ? <p>{about}</p> : null}
      {wrong ? (
        <Notice tone="error" title={wrong} live>
          {about ? null : (
            <>
              <p>{t.failedText}</p>
              {signIn}
            </>
          )}
        </Notice>
      ) : null}
      {done ? (
        <Notice tone="info" title={t.done} live>
          {signIn}
        </Notice>
      ) : null}
      {ended && !done ? (
        <Notice tone="info" title={ended.phone ? t.sent(ended.phone) : t.noPhone} live>
          {ended.phone ? null : signIn}
        </Notice>
      ) : null}
      {ended?.phone && !done ? (
        <form onSubmit={(event) => void save(event)} noValidate>
          <TextField name="code" label={t.code} inputMode="numeric" autoComplete="one-time-code" />
          <ResendCode place="not-me" onResend={() => send().catch(failed)} />
          <TextField
            name="password"
            label={t.password}
            type="password"
            autoComplete="new-password"
          />
          <TextField
            name="password_repeat"
            label={t.repeat}
            type="password"
            autoComplete="new-password"
          />
          <Button type="submit" busy={busy} wide>
            {t.save}
          </Button>
        </form>
      ) : null}
      {about && !ended ? (
        <>
          <p>{t.lead}</p>
          <Button busy={busy} onClick={() => void end()} wide>
            {t.end}
          </Button>
        </>
      ) : null}
    </div>
  )
}
