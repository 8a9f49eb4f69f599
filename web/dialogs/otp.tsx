import { type FormEvent, useState } from 'react'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { MaskedField } from '../ui/masked-field.tsx'
import { digitMask } from '../ui/masks.ts'
import styles from './dialogs.module.css'
import { ResendCode } from './resend.tsx'
import type { CodeDialogProps } from './sms-code.tsx'
import words from './texts.ts'

const pin = digitMask(4)

/** The simple one-time code: one field and a button. */
export function OtpDialog({
  open,
  onClose,
  phone,
  sent,
  label,
  check,
  resend,
  notice,
}: CodeDialogProps) {
  const all = useTexts(words)
  const t = all.code
  const [wrong, setWrong] = useState<string>()
  const { busy, once } = useMutation()
  const submitCode = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('otp') ?? '')
    if (code.length !== 4) return setWrong(t.wrong)
    await once(
      async () => {
        const verdict = await check(code)
        setWrong(verdict === true ? undefined : verdict || t.wrong)
      },
      (error) => setWrong(apiErrorOf(error).message || all.logIn.unavailable),
    )
  }
  return (
    <Dialog open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      <form className={styles.form} onSubmit={(event) => void submitCode(event)} noValidate>
        <p className={styles.lead}>{sent ?? t.sentTo(phone.replaceAll(' ', '\u00a0'))}</p>
        {notice}
        <MaskedField
          name="otp"
          rule={pin}
          label={label ?? t.label}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={wrong}
          onValue={() => setWrong(undefined)}
        />
        <Button type="submit" busy={busy} wide>
          {t.confirm}
        </Button>
        <ResendCode place={`otp.${phone}`} onResend={resend} />
      </form>
    </Dialog>
  )
}
