import { type FormEvent, useState } from 'react'
import { formatPhone } from '#domain/phone.ts'
import { codeResendSeconds } from '../../constants.ts'
import { OtpDialog } from '../../dialogs/otp.tsx'
import { startCountdown } from '../../dialogs/resend.tsx'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import {
  type PasswordField,
  passwordErrors,
  passwordFields,
} from '../../session/password-faults.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from '../cabinet.module.css'
import { useCabinet } from '../cabinet.ts'
import shell from '../texts.ts'
import words from './texts.ts'

type Wrong = Partial<Record<PasswordField, string>>

type Values = { password: string; password_repeat: string; current_password?: string }

/**
 * Change of the password. After it this session goes on; a temporary password had brought the
 * client here first. Where the sign-in by code or e-ID was some time ago, a code goes to the
 * client's phone and the change goes on when it is entered.
 */
export function PasswordTab() {
  const t = useTexts(words)
  const { unavailable } = useTexts(shell)
  const { user, onUser, openTab } = useCabinet()
  const say = useToast()
  const [wrong, setWrong] = useState<Wrong>({})
  const [listed, setListed] = useState<Wrong>({})
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()
  const [round, setRound] = useState(0)
  const [waiting, setWaiting] = useState<Values | null>(null)
  const askCurrent = user.current_password_required
  const phone = user.phone ? formatPhone(user.phone) : ''

  const blame = (found: Wrong) => {
    setWrong(found)
    setListed(found)
  }
  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = (field: PasswordField) => String(form.get(field) ?? '')
    const values = {
      current_password: value('current_password'),
      password: value('password'),
      password_repeat: value('password_repeat'),
    }
    const errors = passwordErrors(values, askCurrent)
    setFormError(null)
    blame(Object.fromEntries(errors.map(({ field, problem }) => [field, t[problem]])))
    if (errors.length) return
    const { current_password, ...rest } = values
    await once(() => changed({ ...rest, ...(askCurrent ? { current_password } : {}) }))
  }
  const changed = async (values: Values) => {
    try {
      await ask('cabinetChangePassword', values)
      done()
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind !== 'invalid')
        return setFormError(apiError.kind === 'busy' ? t.tooMany : apiError.message || unavailable)
      if (user.phone && apiError.errors.some(({ path }) => path === 'code')) return askCode(values)
      const other = apiError.errors.find(({ path }) => path === 'code')
      if (other) setFormError(other.message)
      else blame(Object.fromEntries(apiError.errors.map(({ path, message }) => [path, message])))
    }
  }
  const done = () => {
    setWaiting(null)
    say({ text: t.done, tone: 'good' })
    setRound((count) => count + 1)
    const first = user.password_change_required
    onUser({ ...user, password_change_required: false, current_password_required: true })
    if (first) openTab('policies')
  }
  /** The phone is the account's; the new password waits in the page for the code. */
  const askCode = async (values: Values) => {
    try {
      await ask('cabinetPasswordCode', {})
      startCountdown(`otp.${phone}`, codeResendSeconds)
      setWaiting(values)
    } catch (error) {
      const apiError = apiErrorOf(error)
      // The code that was sent within the half minute still counts.
      if (apiError.kind === 'busy') setWaiting(values)
      else setFormError(apiError.message || unavailable)
    }
  }
  /** Words only for a wrong code; what else went wrong stands over the field. */
  const confirm = async (code: string): Promise<boolean | string> => {
    if (!waiting) return true
    setFormError(null)
    try {
      await ask('cabinetChangePassword', { ...waiting, code })
      done()
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === 14014) return apiError.message
      setFormError(apiError.message || unavailable)
    }
    return true
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
    <Card className={styles.narrow}>
      {/* A changed password leaves empty fields. */}
      <form key={round} className={styles.form} onSubmit={(event) => void change(event)} noValidate>
        {user.password_change_required ? (
          <Notice tone="warn" title={t.temporary}>
            {t.temporaryText}
          </Notice>
        ) : null}
        <p className={styles.soft}>{t.rule}</p>
        <ErrorSummary title={t.summary} errors={errors} />
        {formError && !waiting ? <Notice tone="error" live title={formError} /> : null}
        <input
          className="visually-hidden"
          type="text"
          name="username"
          autoComplete="username"
          defaultValue={user.iin}
          tabIndex={-1}
          aria-hidden="true"
        />
        {askCurrent ? <TextField {...field('current_password', t.current)} /> : null}
        <TextField {...field('password', t.next)} />
        <TextField {...field('password_repeat', t.repeat)} />
        <Button type="submit" busy={busy} wide>
          {t.submit}
        </Button>
      </form>
      {waiting ? (
        <OtpDialog
          open
          onClose={() => setWaiting(null)}
          phone={phone}
          sent={t.codeSent(phone.replaceAll(' ', '\u00a0'))}
          check={confirm}
          resend={async () => {
            await ask('cabinetPasswordCode', {}).catch((error: unknown) =>
              setFormError(apiErrorOf(error).message || unavailable),
            )
          }}
          notice={formError ? <Notice tone="error" live title={formError} /> : null}
        />
      ) : null}
    </Card>
  )
}
