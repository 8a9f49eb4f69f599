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

type Checked = boolean | string | { second: string }
type Props = Omit<CodeDialogProps, 'check'> & {
  /** The name of another code's field, with the address that code went to. */
  second?: string | undefined
  check: (code: string, second: string) => Promise<Checked>
}

/** The simple one-time code: a field for each and a button. */
export function OtpDialog({
  open,
  onClose,
  phone,
  sent,
  label,
  second,
  check,
  resend,
  notice,
}: Props) {
  const all = useTexts(words)
  const t = all.code
  const [wrong, setWrong] = useState<string>()
  const [wrongSecond, setWrongSecond] = useState<string>()
  const { busy, once } = useMutation()
  const submitCode = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const code = String(form.get('otp') ?? '')
    const other = String(form.get('otp_second') ?? '')
    setWrongSecond(second && other.length !== 4 ? t.wrong : undefined)
    if (code.length !== 4) return setWrong(t.wrong)
    if (second && other.length !== 4) return
    await once(
      async () => {
        const verdict = await check(code, other)
        if (typeof verdict === 'object') return setWrongSecond(verdict.second)
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
        {second ? (
          <MaskedField
            name="otp_second"
            rule={pin}
            label={second}
            inputMode="numeric"
            autoComplete="one-time-code"
            error={wrongSecond}
            onValue={() => setWrongSecond(undefined)}
          />
        ) : null}
        <Button type="submit" busy={busy} wide>
          {t.confirm}
        </Button>
        <ResendCode place={`otp.${phone}`} onResend={resend} />
      </form>
    </Dialog>
  )
}
