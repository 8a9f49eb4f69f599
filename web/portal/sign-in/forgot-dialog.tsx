import { type FormEvent, useState } from 'react'
import { promoterLoginLength } from '#domain/constants.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { LoginField } from './login-field.tsx'
import styles from './sign-in.module.css'
import words from './texts.ts'

/**
 * «Promoter forgot password», then «promoter new password sent», whose button leads back to the
 * sign-in.
 */
export function ForgotDialog({ login, onClose }: { login: string; onClose: () => void }) {
  const t = useTexts(words)
  const [sent, setSent] = useState(false)
  const [wrong, setWrong] = useState(false)
  const [often, setOften] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const ask = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('forgot-login') ?? '').replace(
      /\D/g,
      '',
    )
    setOften(null)
    setWrong(typed.length !== promoterLoginLength)
    if (typed.length !== promoterLoginLength)
      return document.getElementById('forgot-login')?.focus()
    await once(
      async () => {
        await api('promoterForgotPassword', { login: typed })
        setSent(true)
      },
      (error) => {
        // Any failure marks the field (specification, section 8); `passwordResetRateLimit` also
        // shows how long to wait.
        const apiError = apiErrorOf(error)
        setWrong(true)
        setOften(apiError.kind === 'busy' ? apiError.message : null)
        document.getElementById('forgot-login')?.focus()
      },
    )
  }
  if (sent)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t.sentTitle}
        closeLabel={t.close}
        actions={<Button onClick={onClose}>{t.sentAction}</Button>}
      >
        <Notice tone="success" title={t.sentText} live />
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} title={t.forgotTitle} closeLabel={t.close}>
      <form className={styles.form} onSubmit={(event) => void ask(event)} noValidate>
        <p className={styles.soft}>{t.forgotLead}</p>
        {often ? <Notice tone="error" title={often} live /> : null}
        <LoginField
          name="forgot-login"
          label={t.login}
          defaultValue={login}
          error={wrong ? t.checkData : undefined}
          onValue={() => setWrong(false)}
        />
        <Button type="submit" busy={busy} wide>
          {t.forgotSubmit}
        </Button>
      </form>
    </Dialog>
  )
}
