import { type FormEvent, useState } from 'react'
import { ask } from '../../../ask.ts'
import { faultOf } from '../../../http.ts'
import { useTexts } from '../../../texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useCabinet } from '../cabinet.ts'
import styles from '../page.module.css'
import shell from '../texts.ts'
import { type PasswordField, passwordFaults, passwordFields } from './faults.ts'
import words from './texts.ts'

type Wrong = Partial<Record<PasswordField, string>>

/** Change of the password. After it this session goes on; a temporary password had brought the client here first. */
export function PasswordTab() {
  const t = useTexts(words)
  const { unavailable } = useTexts(shell)
  const { user, onUser, openTab } = useCabinet()
  const say = useToast()
  const [wrong, setWrong] = useState<Wrong>({})
  const [listed, setListed] = useState<Wrong>({})
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const askCurrent = user.current_password_required

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
    const faults = passwordFaults(values, askCurrent)
    setTrouble(null)
    blame(Object.fromEntries(faults.map(({ field, problem }) => [field, t[problem]])))
    if (faults.length) return
    setBusy(true)
    try {
      const { current_password, ...rest } = values
      await ask('cabinetChangePassword', { ...rest, ...(askCurrent ? { current_password } : {}) })
      say({ text: t.done, tone: 'good' })
      setRound((count) => count + 1)
      const first = user.password_change_required
      onUser({ ...user, password_change_required: false, current_password_required: true })
      if (first) openTab('policies')
    } catch (error) {
      const fault = faultOf(error)
      if (fault.kind === 'invalid') blame(Object.fromEntries(fault.errors.map(({ path, message }) => [path, message])))
      else setTrouble(fault.kind === 'busy' ? t.tooMany : fault.message || unavailable)
    } finally {
      setBusy(false)
    }
  }
  const field = (name: PasswordField, label: string) => ({
    name,
    label,
    type: 'password',
    error: wrong[name],
    autoComplete: name === 'current_password' ? ('current-password' as const) : ('new-password' as const),
    onValue: () => setWrong((now) => ({ ...now, [name]: undefined })),
    maxLength: 200,
  })
  const faults = passwordFields.flatMap((name) => (listed[name] ? [{ field: name, message: listed[name] }] : []))
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
        <ErrorSummary title={t.summary} errors={faults} />
        {trouble ? <Notice tone="error" live title={trouble} /> : null}
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
    </Card>
  )
}
