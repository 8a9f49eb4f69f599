import { type FormEvent, useState } from 'react'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import words from './texts.ts'

const keyIn = (): string => new URLSearchParams(location.search).get('key') ?? ''

/** "It was not me": ends all sessions, then sets a new password by a code to the phone as it was. */
export function NotMe() {
  const t = useTexts(words)
  const [ended, setEnded] = useState<{ phone: string | null } | null>(null)
  const [done, setDone] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const { busy, once } = useMutation()
  const failed = (error: unknown) => setWrong(apiErrorOf(error).message || t.failed)
  const end = () =>
    once(async () => {
      setWrong(null)
      setEnded({ phone: (await api('accountNotMe', { key: keyIn() })).data?.phone ?? null })
    }, failed)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    setWrong(null)
    await once(async () => {
      await api('accountNotMePassword', {
        ...{ key: keyIn(), code: text('code') },
        ...{ password: text('password'), password_repeat: text('password_repeat') },
      })
      setDone(true)
    }, failed)
  }
  return (
    <>
      <h1>{t.title}</h1>
      {wrong ? <Notice tone="error" title={wrong} live /> : null}
      {done ? <Notice tone="info" title={t.done} live /> : null}
      {ended && !done ? (
        <Notice tone="info" title={ended.phone ? t.sent(ended.phone) : t.noPhone} live />
      ) : null}
      {ended?.phone && !done ? (
        <form onSubmit={(event) => void save(event)} noValidate>
          <TextField name="code" label={t.code} inputMode="numeric" autoComplete="one-time-code" />
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
      {ended ? null : (
        <>
          <p>{t.lead}</p>
          <Button busy={busy} onClick={() => void end()} wide>
            {t.end}
          </Button>
        </>
      )}
    </>
  )
}
