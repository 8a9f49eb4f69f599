import { type FormEvent, useState } from 'react'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { KeptOrder } from '../state/kept-order.ts'
import styles from './issued-policy.module.css'
import words from './policy-texts.ts'
import told from './texts.ts'

const token = (): { token: string | undefined } => ({ token: purchaseToken() ?? undefined })

/**
 * Asks the server to send something; its refusal is said, an address it does not take is marked.
 */
function useSending() {
  const t = useTexts(told)
  const say = useToast()
  const { busy, once } = useMutation()
  const [error, setError] = useState<string | undefined>()
  const send = (call: () => Promise<unknown>, done: string): Promise<boolean> => {
    setError(undefined)
    return once(
      async () => {
        await call()
        say({ text: done, tone: 'good' })
      },
      (cause) => {
        const apiError = apiErrorOf(cause)
        if (apiError.kind === 'invalid') setError(apiError.errors[0]?.message)
        else say({ text: apiError.message || t.problem, tone: 'bad', kind: 'snackbar' })
      },
    )
  }
  return { busy, error, send }
}

/** Once more to where it all went already. */
export function SendAgain({ own }: { own: KeptOrder }) {
  const t = useTexts(words)
  const { busy, send } = useSending()
  const again = () => api('ogpoSendPapers', { orderId: own.orderId }, token())
  return (
    <Button variant="secondary" wide busy={busy} onClick={() => void send(again, t.sent)}>
      {own.email ? t.sendAgain : t.smsAgain}
    </Button>
  )
}

/** To an e-mail: a mistyped one is mended, where none was given one may be. */
export function SendToEmail({
  own,
  onEmail,
}: {
  own: KeptOrder
  onEmail: (email: string) => void
}) {
  const t = useTexts(words)
  const { busy, error, send } = useSending()
  const [open, setOpen] = useState(false)
  const { orderId } = own
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    // The same address is no correction: it is sent to once more.
    const call = () =>
      email === own.email
        ? api('ogpoSendPapers', { orderId }, token())
        : api('ogpoChangeEmail', { orderId, email }, token())
    if (!(await send(call, t.emailSaved))) return
    setOpen(false)
    onEmail(email)
  }
  return (
    <div className={styles.email}>
      <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {own.email ? t.emailWrong : t.emailNone}
      </Button>
      {open ? (
        <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            label={t.email}
            defaultValue={own.email ?? ''}
            error={error}
          />
          <Button type="submit" wide busy={busy}>
            {t.emailSave}
          </Button>
        </form>
      ) : null}
    </div>
  )
}
