import { type FormEvent, useState } from 'react'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import {
  type PasswordField,
  passwordErrors,
  passwordFields,
} from '../../session/password-faults.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { portal } from '../portal.ts'
import styles from './sign-in.module.css'
import words from './texts.ts'

type Wrong = Partial<Record<PasswordField, string>>
/** `temporary`: the session began with the password of an SMS, so the current one is not asked. */
type Props = { login: string; temporary: boolean; onChanged: () => void }

/** Change of the promoter's password. */
export function PasswordForm({ login, temporary, onChanged }: Props) {
  const t = useTexts(words)
  const [wrong, setWrong] = useState<Wrong>({})
  const [listed, setListed] = useState<Wrong>({})
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const blame = (found: Wrong): void => {
    setWrong(found)
    setListed(found)
  }
  const change = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = (field: PasswordField): string => String(form.get(field) ?? '')
    const values = {
      current_password: value('current_password'),
      password: value('password'),
      password_repeat: value('password_repeat'),
    }
    const errors = passwordErrors(values, !temporary)
    setFormError(null)
    blame(Object.fromEntries(errors.map(({ field, problem }) => [field, t[problem]])))
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
          blame(Object.fromEntries(apiError.errors.map(({ path, message }) => [path, message])))
        else
          setFormError(
            apiError.message || (apiError.kind === 'offline' ? t.offline : t.unavailable),
          )
      },
    )
  }
  const field = (name: PasswordField, label: string) => ({
    name,
    label,
    type: 'password',
    error: wrong[name],
    autoComplete:
      name === 'current_password' ? ('current-password' as const) : ('new-password' as const),
    onValue: () => setWrong((now) => ({ ...now, [name]: undefined })),
    maxLength: 200,
  })
  const errors = passwordFields.flatMap((name) =>
    listed[name] ? [{ field: name, message: listed[name] }] : [],
  )
  return (
    <form className={styles.form} onSubmit={(event) => void change(event)} noValidate>
      {temporary ? (
        <Notice tone="warn" title={t.temporary}>
          {t.temporaryText}
        </Notice>
      ) : null}
      <p className={styles.soft}>{t.rule}</p>
      <ErrorSummary title={t.summary} errors={errors} />
      {formError ? <Notice tone="error" live title={formError} /> : null}
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        defaultValue={login}
        tabIndex={-1}
        aria-hidden="true"
      />
      {temporary ? null : <TextField {...field('current_password', t.current)} />}
      <TextField {...field('password', t.next)} />
      <TextField {...field('password_repeat', t.repeat)} />
      <Button type="submit" busy={busy} wide>
        {t.change}
      </Button>
    </form>
  )
}
