import { type FormEvent, useState } from 'react'
import { formatPhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { codeResendSeconds } from '../../constants.ts'
import { OtpDialog } from '../../dialogs/otp.tsx'
import { startCountdown } from '../../dialogs/resend.tsx'
import { ask } from '../../http/ask.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { Refused } from '../../ui/way-on.tsx'
import page from '../cabinet.module.css'
import shell from '../texts.ts'
import words from './texts.ts'

export type Contact = 'email' | 'phone'
type Props = { contact: Contact; onClose: () => void; onChanged: (value: string) => void }

/** Sends the code; answers the end of the own phone if another one went there. */
const sendTo = async (contact: Contact, value: string): Promise<string | null> => {
  if (contact === 'email')
    return (await ask('cabinetChangeEmail', { email: value })).data.phone ?? null
  await ask('cabinetChangePhone', { phone: value })
  return null
}
const confirmOf = (contact: Contact, value: string, { code, second }: Codes) =>
  contact === 'email'
    ? ask('cabinetConfirmEmail', {
        email: value,
        code,
        ...(second ? { phone_code: second } : {}),
      })
    : ask('cabinetConfirmPhone', { phone: value, code })
type Codes = { code: string; second: string }

/**
 * Runs the change of a contact: sends a code to the typed address, then checks it; `value` waits
 * for it.
 */
function useChange(contact: Contact, onDone: (value: string) => void) {
  const all = useTexts(words)
  const t = all.forms[contact]
  const [value, setValue] = useState<string | null>(null)
  const [ownPhone, setOwnPhone] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [formError, setFormError] = useState<ApiError | null>(null)
  const { busy, once } = useMutation()

  const begin = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('contact') ?? '').trim()
    const given = contact === 'phone' ? typed.replace(/\D/g, '') : typed
    setFormError(null)
    if (contact === 'phone' ? given.length !== 11 : !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given)) {
      setWrong(t.wrong)
      document.getElementById('contact')?.focus()
      return
    }
    await once(
      async () => {
        setOwnPhone(await sendTo(contact, given))
        startCountdown(`otp.${contact === 'phone' ? formatPhone(given) : given}`, codeResendSeconds)
        setValue(given)
      },
      (error) => {
        const apiError = apiErrorOf(error)
        if (
          apiError.kind === 'invalid' ||
          (apiError.kind === 'refused' && apiError.code === refusals.phoneNotLinked)
        )
          setWrong(apiError.message || t.wrong)
        else setFormError(apiError)
      },
    )
  }
  /** Returns false only for a wrong code; other errors show over the field. */
  const confirm = async (
    code: string,
    second: string,
  ): Promise<boolean | string | { second: string }> => {
    if (!value) return true
    setFormError(null)
    try {
      await confirmOf(contact, value, { code, second })
      onDone(value)
      return true
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === refusals.wrongCode)
        return apiError.message
      const ofPhone =
        apiError.kind === 'invalid' && apiError.errors.find(({ path }) => path === 'phone_code')
      if (ofPhone) return { second: ofPhone.message }
      setFormError(apiError)
      return true
    }
  }
  const resend = async () => {
    await sendTo(contact, value ?? '').catch((error: unknown) => setFormError(apiErrorOf(error)))
  }
  const forgive = () => setWrong(undefined)
  return { value, ownPhone, wrong, formError, busy, begin, confirm, resend, forgive }
}

/** A new e-mail or phone: it holds after the code that went to it. */
export function ChangeContact({ contact, onClose, onChanged }: Props) {
  const all = useTexts(words)
  const t = all.forms[contact]
  const { unavailable } = useTexts(shell)
  const say = useToast()
  const { value, ownPhone, wrong, formError, busy, ...way } = useChange(contact, (changed) => {
    say({ text: t.done, tone: 'good' })
    onChanged(changed)
  })
  const field = {
    name: 'contact',
    label: t.label,
    hint: t.hint,
    error: wrong,
    onValue: way.forgive,
  }
  const shown = contact === 'phone' && value ? formatPhone(value) : (value ?? '')
  const notice = formError ? (
    <Refused apiError={formError} title={formError.message || unavailable} />
  ) : null
  if (value)
    return (
      <OtpDialog
        open
        onClose={onClose}
        phone={shown}
        sent={t.sent(shown)}
        label={contact === 'email' ? all.code : undefined}
        second={ownPhone ? all.ownPhoneCode(ownPhone) : undefined}
        check={way.confirm}
        resend={way.resend}
        notice={notice}
      />
    )
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={all.close}>
      {notice}
      <form className={page.form} onSubmit={(event) => void way.begin(event)} noValidate>
        {contact === 'phone' ? (
          <PhoneField {...field} />
        ) : (
          <TextField
            {...field}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
          />
        )}
        <Button type="submit" busy={busy} wide>
          {all.sendCode}
        </Button>
      </form>
    </Dialog>
  )
}
