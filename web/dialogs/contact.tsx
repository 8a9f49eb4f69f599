import { type FormEvent, useMemo, useState } from 'react'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { type ContactField, contactErrors, contactFields } from './contact-checks.ts'
import styles from './dialogs.module.css'
import type { DialogStep } from './step.ts'
import words from './texts.ts'

type State = 'ready' | 'sending' | 'failed' | 'sent'

/** Values being sent; `wrong` shows at the fields and in the summary alike. */
function useMessage() {
  const [wrong, setWrong] = useState<readonly ContactField[]>([])
  const [state, setState] = useState<State>('ready')
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state === 'sending') return
    const form = new FormData(event.currentTarget)
    const value = (field: ContactField) => String(form.get(field) ?? '')
    const values = {
      name: value('name'),
      phone: value('phone'),
      email: value('email'),
      text: value('text'),
    }
    const errors = contactErrors(values)
    setWrong(errors)
    if (errors.length) return setState('ready')
    setState('sending')
    try {
      await api('feedbackForm', values)
      setState('sent')
    } catch (error) {
      const apiError = apiErrorOf(error)
      const blamed =
        apiError.kind === 'invalid'
          ? contactFields.filter((field) => apiError.errors.some(({ path }) => path === field))
          : []
      setWrong(blamed)
      setState(blamed.length ? 'ready' : 'failed')
    }
  }
  const forgive = (name: ContactField) =>
    setWrong((list) => (list.includes(name) ? list.filter((one) => one !== name) : list))
  return { wrong, state, send, forgive }
}

/**
 * The contact form. Wrong fields are highlighted without a text of their own (specification,
 * section 5) and listed in a summary that takes the focus and drops what is corrected. If sending
 * fails the button is enabled again and the typed values stay.
 */
export function ContactDialog({ open, onClose }: DialogStep) {
  const all = useTexts(words)
  const t = all.contact
  const { wrong, state, send, forgive } = useMessage()
  // The list keeps its identity while the faults do: the summary takes the focus with a new one.
  const errors = useMemo(
    () => wrong.map((name) => ({ field: `contact-${name}`, message: t.wrong[name] })),
    [wrong, t],
  )
  const field = (name: ContactField) => ({
    name,
    id: `contact-${name}`,
    label: t[name],
    error: wrong.includes(name) ? t.wrong[name] : undefined,
    errorHidden: true,
    onValue: () => forgive(name),
  })

  return (
    <Dialog open={open} onClose={onClose} title={t.title} closeLabel={all.close}>
      {state === 'sent' ? (
        <>
          <Notice tone="success" title={t.sent} live>
            {t.sentText}
          </Notice>
          <Button onClick={onClose} variant="secondary">
            {all.close}
          </Button>
        </>
      ) : (
        <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
          <p className={styles.lead}>{t.lead}</p>
          <ErrorSummary title={all.summary} errors={errors} />
          <LimitedField
            {...field('name')}
            autoComplete="name"
            autoCapitalize="words"
            maxLength={100}
          />
          <PhoneField {...field('phone')} />
          <LimitedField
            {...field('email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            maxLength={254}
          />
          <LimitedField {...field('text')} rows={4} maxLength={4000} />
          <p className="visually-hidden" role="status">
            {state === 'failed' ? t.notSent : ''}
          </p>
          <Button type="submit" busy={state === 'sending'} wide>
            {t.send}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
