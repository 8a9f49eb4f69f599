import { type FormEvent, useState } from 'react'
import { ask } from '../../../ask.ts'
import { ResendCode } from '../../../dialogs/resend.tsx'
import { faultOf } from '../../../http.ts'
import { useTexts } from '../../../texts.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/code-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useToast } from '../../../ui/toast.tsx'
import page from '../page.module.css'
import shell from '../texts.ts'
import words from './texts.ts'

export type Contact = 'email' | 'phone'
type Props = { contact: Contact; onClose: () => void; onChanged: (value: string) => void }

const sendTo = (contact: Contact, value: string) =>
  contact === 'email' ? ask('cabinetChangeEmail', { email: value }) : ask('cabinetChangePhone', { phone: value })
const confirmOf = (contact: Contact, value: string, code: string) =>
  contact === 'email' ? ask('cabinetConfirmEmail', { email: value, code }) : ask('cabinetConfirmPhone', { phone: value, code })

/** A new e-mail or phone: it holds after the code that went to it. */
export function ChangeContact({ contact, onClose, onChanged }: Props) {
  const all = useTexts(words)
  const t = all.forms[contact]
  const { unavailable } = useTexts(shell)
  const say = useToast()
  const [value, setValue] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [trouble, setTrouble] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [busy, setBusy] = useState(false)

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('contact') ?? '').trim()
    const given = contact === 'phone' ? typed.replace(/\D/g, '') : typed
    setTrouble(null)
    if (contact === 'phone' ? given.length !== 11 : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) {
      setWrong(t.wrong)
      document.getElementById('contact')?.focus()
      return
    }
    setBusy(true)
    try {
      await sendTo(contact, given)
      setValue(given)
    } catch (error) {
      const fault = faultOf(error)
      if (fault.kind === 'invalid' || (fault.kind === 'refused' && fault.code === 14002)) setWrong(fault.message || t.wrong)
      else setTrouble(fault.kind === 'busy' ? all.tooOften : fault.message || unavailable)
    } finally {
      setBusy(false)
    }
  }
  const confirm = async (code: string) => {
    if (!value) return
    setTrouble(null)
    try {
      await confirmOf(contact, value, code)
      say({ text: t.done, tone: 'good' })
      onChanged(value)
    } catch (error) {
      const fault = faultOf(error)
      if (fault.kind === 'refused' && fault.code === 14014) setRefusals((count) => count + 1)
      if (fault.kind !== 'refused' || fault.message) setTrouble(fault.message || unavailable)
    }
  }
  const field = {
    name: 'contact',
    label: t.label,
    hint: t.hint,
    error: wrong,
    onValue: () => setWrong(undefined),
  }
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={all.close}>
      {trouble ? <Notice tone="error" live title={trouble} /> : null}
      {value ? (
        <>
          <p>{t.sent(contact === 'phone' ? `+${value}` : value)}</p>
          <CodeField
            name="contact-code"
            label={all.code}
            onComplete={(code) => void confirm(code)}
            refusals={refusals}
            error={refusals ? all.wrongCode : undefined}
          />
          <ResendCode
            place={`${contact}.${value}`}
            onResend={async () => {
              await sendTo(contact, value).catch((error: unknown) => setTrouble(faultOf(error).message || unavailable))
            }}
          />
        </>
      ) : (
        <form className={page.form} onSubmit={(event) => void send(event)} noValidate>
          {contact === 'phone' ? (
            <PhoneField {...field} />
          ) : (
            <TextField {...field} type="email" inputMode="email" autoComplete="email" autoCapitalize="none" maxLength={254} />
          )}
          <Button type="submit" busy={busy} wide>
            {all.sendCode}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
