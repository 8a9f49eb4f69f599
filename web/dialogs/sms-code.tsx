import { type ReactNode, useState } from 'react'
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
  /** Asks the server; false when it refuses the code. A failure is thrown and shown as a refusal by the caller's own notice. */
  check: (code: string) => Promise<boolean>
  resend: () => Promise<void>
  /** What went wrong other than the code, over the field; what else can be done, below it. */
  notice?: ReactNode
  foot?: ReactNode
}

/** A 4-digit PIN, checked by the server when the last digit is in. A wrong one shakes and is gone after a second. */
export function SmsCodeDialog({ open, onClose, phone, check, resend, notice, foot }: CodeDialogProps) {
  const all = useTexts(words)
  const t = all.code
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)
  const tell = async (code: string) => {
    setBusy(true)
    const right = await check(code).catch(() => false)
    setBusy(false)
    if (!right) setRefusals((count) => count + 1)
  }
  return (
    <Dialog open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      <p>{t.sentTo(phone)}</p>
      {notice}
      <CodeField
        name="pin"
        label={t.label}
        onComplete={(code) => void tell(code)}
        refusals={refusals}
        error={refusals ? t.wrong : undefined}
      />
      {busy ? <RowProgress>{t.confirm}</RowProgress> : <ResendCode place={`sms.${phone}`} onResend={resend} />}
      {foot}
    </Dialog>
  )
}
