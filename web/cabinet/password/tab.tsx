import { type FormEvent, useState } from 'react'
import { formatPhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { codeResendSeconds } from '../../constants.ts'
import { OtpDialog } from '../../dialogs/otp.tsx'
import { startCountdown } from '../../dialogs/resend.tsx'
import { ask } from '../../http/ask.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import {
  PasswordFields,
  passwordErrors,
  readPasswords,
  usePasswordFaults,
} from '../../session/password-fields.tsx'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Refused } from '../../ui/way-on.tsx'
import styles from '../cabinet.module.css'
import { useCabinet } from '../cabinet.ts'
import shell from '../texts.ts'
import words from './texts.ts'

type Values = { password: string; password_repeat: string; current_password?: string }

/**
 * Runs the change: sends it, waits for the code from the client's phone if the server requires one,
 * done. Errors show at the fields or in `formError`.
 */
function useChange(phone: string, onDone: () => void) {
  const faults = usePasswordFaults(useTexts(words))
  const [formError, setFormError] = useState<ApiError | null>(null)
  const [waiting, setWaiting] = useState<Values | null>(null)
  const { busy, once } = useMutation()

  const done = () => {
    setWaiting(null)
    onDone()
  }
  const change = async (values: Values) => {
    try {
      await ask('cabinetChangePassword', values)
      done()
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind !== 'invalid') return setFormError(apiError)
      const code = apiError.errors.find(({ path }) => path === 'code')
      if (code && phone) return askCode(values)
      if (code) setFormError({ ...apiError, message: code.message })
      else
        faults.blame(
          Object.fromEntries(apiError.errors.map(({ path, message }) => [path, message])),
        )
    }
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
      else setFormError(apiError)
    }
  }
  /** Returns words only for a wrong code; other errors show over the field. */
  const confirm = async (code: string): Promise<boolean | string> => {
    if (!waiting) return true
    setFormError(null)
    try {
      await ask('cabinetChangePassword', { ...waiting, code })
      done()
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === refusals.wrongCode)
        return apiError.message
      setFormError(apiError)
    }
    return true
  }
  const resend = async () => {
    await ask('cabinetPasswordCode', {}).catch((error: unknown) => setFormError(apiErrorOf(error)))
  }
  return {
    faults,
    formError,
    busy,
    waiting,
    confirm,
    resend,
    begin: () => setFormError(null),
    change: (values: Values) => once(() => change(values)),
    giveUp: () => setWaiting(null),
  }
}

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
  const [round, setRound] = useState(0)
  const askCurrent = user.current_password_required
  const phone = user.phone ? formatPhone(user.phone) : ''
  const done = () => {
    say({ text: t.done, tone: 'good' })
    setRound((count) => count + 1)
    const first = user.password_change_required
    onUser({ ...user, password_change_required: false, current_password_required: true })
    if (first) openTab('policies')
  }
  const { faults, formError, waiting, ...way } = useChange(phone, done)

  const change = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = readPasswords(new FormData(event.currentTarget))
    const errors = passwordErrors(values, askCurrent)
    way.begin()
    faults.blame(Object.fromEntries(errors.map(({ field, problem }) => [field, t[problem]])))
    if (errors.length) return
    const { current_password, ...rest } = values
    await way.change({ ...rest, ...(askCurrent ? { current_password } : {}) })
  }
  const notice = formError ? (
    <Refused apiError={formError} title={formError.message || unavailable} />
  ) : null
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
        <ErrorSummary title={t.summary} errors={faults.listed} />
        {waiting ? null : notice}
        <PasswordFields login={user.iin} askCurrent={askCurrent} faults={faults} words={t} />
        <Button type="submit" busy={way.busy} wide>
          {t.submit}
        </Button>
      </form>
      {waiting ? (
        <OtpDialog
          open
          onClose={way.giveUp}
          phone={phone}
          sent={t.codeSent(phone.replaceAll(' ', '\u00a0'))}
          check={way.confirm}
          resend={way.resend}
          notice={notice}
        />
      ) : null}
    </Card>
  )
}
