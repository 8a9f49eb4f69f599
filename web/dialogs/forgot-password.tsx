import { type FormEvent, useState } from 'react'
import { fillsPhoneMask } from '#domain/phone.ts'
import { api } from '../http/api.ts'
import { useMutation } from '../http/use-mutation.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import styles from './dialogs.module.css'
import { type ForgotError, forgotError } from './log-in-error.ts'
import type { DialogStep } from './step.ts'
import words from './texts.ts'

/** A temporary password by SMS to the phone of the account. */
export function ForgotPasswordDialog({ open, onClose, onGo }: DialogStep) {
  const all = useTexts(words)
  const t = all.forgot
  const [formError, setFormError] = useState<ForgotError | null>(null)
  const { busy, once } = useMutation()

  const ask = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const phone = String(new FormData(event.currentTarget).get('phone') ?? '')
    setFormError(null)
    if (!fillsPhoneMask(phone)) {
      setFormError('phone')
      document.getElementById('forgot-phone')?.focus()
      return
    }
    await once(
      async () => {
        await api('cabinetForgotPassword', { phone: phone.replace(/\D/g, '') })
        onGo('new-password-sent')
      },
      (error) => setFormError(forgotError(error)),
    )
  }
  const notice = {
    already_sent: t.resend,
    unavailable: all.logIn.unavailable,
    phone: null,
  }
  const told = typeof formError === 'object' ? formError?.said : notice[formError]
  return (
    <Dialog open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      <form className={styles.form} onSubmit={(event) => void ask(event)} noValidate>
        <p className={styles.lead}>{t.lead}</p>
        {told ? (
          <Notice tone={formError === 'already_sent' ? 'warn' : 'error'} title={told} live />
        ) : null}
        <PhoneField
          name="phone"
          id="forgot-phone"
          label={t.phone}
          error={formError === 'phone' ? t.checkPhone : undefined}
          onValue={() => setFormError((now) => (now === 'phone' ? null : now))}
        />
        <Button type="submit" busy={busy} wide>
          {t.submit}
        </Button>
        <Button variant="quiet" onClick={() => onGo('log-in')}>
          {t.byCode}
        </Button>
      </form>
    </Dialog>
  )
}
