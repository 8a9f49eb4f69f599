import { type FormEvent, useState } from 'react'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import {
  PasswordFields,
  passwordErrors,
  readPasswords,
  usePasswordFaults,
} from '../../session/password-fields.tsx'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { portal } from '../portal.ts'
import styles from './sign-in.module.css'
import words from './texts.ts'

/**
 * `temporary`: the session began with a password from an SMS, so the current one is not required.
 */
type Props = { login: string; temporary: boolean; onChanged: () => void }

/** Change of the promoter's password. */
export function PasswordForm({ login, temporary, onChanged }: Props) {
  const t = useTexts(words)
  const faults = usePasswordFaults(t)
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const change = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const values = readPasswords(new FormData(event.currentTarget))
    const errors = passwordErrors(values, !temporary)
    setFormError(null)
    faults.blame(Object.fromEntries(errors.map(({ field, problem }) => [field, t[problem]])))
    if (errors.length) return
    await once(
      async () => {
        const { current_password, ...rest } = values
        await portal('promoterChangePassword', {
          ...rest,
          ...(temporary ? {} : { current_password }),
        })
        onChanged()
      },
      (error) => {
        const apiError = apiErrorOf(error)
        if (apiError.kind === 'invalid')
          faults.blame(
            Object.fromEntries(apiError.errors.map(({ path, message }) => [path, message])),
          )
        else
          setFormError(
            apiError.message || (apiError.kind === 'offline' ? t.offline : t.unavailable),
          )
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={(event) => void change(event)} noValidate>
      {temporary ? (
        <Notice tone="warn" title={t.temporary}>
          {t.temporaryText}
        </Notice>
      ) : null}
      <p className={styles.soft}>{t.rule}</p>
      <ErrorSummary title={t.summary} errors={faults.listed} />
      {formError ? <Notice tone="error" live title={formError} /> : null}
      <PasswordFields login={login} askCurrent={!temporary} faults={faults} words={t} />
      <Button type="submit" busy={busy} wide>
        {t.change}
      </Button>
    </form>
  )
}
