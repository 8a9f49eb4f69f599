import { type ReactNode, useState } from 'react'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { useTexts } from '../texts.ts'
import { CodeField } from '../ui/code-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RowProgress } from '../ui/spinner.tsx'
import { ResendCode } from './resend.tsx'
import words from './texts.ts'

export type CodeDialogProps = {
  open: boolean
  onClose: () => void
  /** The phone as people write it. */
  phone: string
  /** Where the code went, in words; without it by SMS to the phone. */
  sent?: string
  /** The field's name where the code is not from an SMS. */
  label?: string | undefined
  /**
   * Checks the code: false if the server refuses it, its words if it has some (the code expired,
   * too many wrong ones).
   */
  check: (code: string) => Promise<boolean | string>
  resend: () => Promise<void>
  /** What went wrong other than the code, over the field; what else can be done, below it. */
  notice?: ReactNode
  foot?: ReactNode
}

/**
 * A 4-digit PIN, checked by the server when the last digit is in. A wrong one shakes and is gone
 * after a second.
 */
export function SmsCodeDialog({
  open,
  onClose,
  phone,
  sent,
  check,
  resend,
  notice,
  foot,
}: CodeDialogProps) {
  const all = useTexts(words)
  const t = all.code
  const [wrongCodes, setWrongCodes] = useState(0)
  const [said, setSaid] = useState<string>()
  const { busy, once } = useMutation()
  const submitCode = async (code: string) => {
    const refused = (said: string) => {
      setSaid(said)
      setWrongCodes((count) => count + 1)
    }
    await once(
      async () => {
        const verdict = await check(code)
        if (verdict !== true) refused(verdict || t.wrong)
      },
      (error) => refused(apiErrorOf(error).message || all.logIn.unavailable),
    )
  }
  return (
    <Dialog open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      <p>{sent ?? t.sentTo(phone.replaceAll(' ', '\u00a0'))}</p>
      {notice}
      <CodeField
        name="pin"
        label={t.label}
        onComplete={(code) => void submitCode(code)}
        wrongCodes={wrongCodes}
        error={said}
      />
      {busy ? (
        <RowProgress>{t.confirm}</RowProgress>
      ) : (
        <ResendCode place={`sms.${phone}`} onResend={resend} />
      )}
      {foot}
    </Dialog>
  )
}
