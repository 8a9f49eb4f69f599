import { type FormEvent, useState } from 'react'
import { api } from '../http/api.ts'
import { type ApiError, apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { RowField } from '../sale/rows/row-field.tsx'
import rowWords from '../sale/rows/row-texts.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Refused } from '../ui/way-on.tsx'
import styles from './hand-off.module.css'
import words from './texts.ts'

const empty = { iin: '', phone: '', plate: '', techPassport: '', email: '' }
type Typed = typeof empty

/** The client types their own numbers; the promoter whose QR code it was looks them over. */
export function ClientForm({ formKey }: { formKey: string }) {
  const t = useTexts(words)
  const loading = useLoading(async (signal) => {
    try {
      return { form: (await api('clientFormRead', { key: formKey }, { signal })).data }
    } catch (error) {
      const { kind } = apiErrorOf(error)
      if (kind === 'missing' || kind === 'invalid') return { form: null }
      throw error
    }
  })
  return (
    <Loaded loading={loading} value={loading.value}>
      {({ form }) => {
        if (!form) return <EmptyState title={t.notFound}>{t.notFoundText}</EmptyState>
        if (form.state === 'expired')
          return <EmptyState title={t.expired}>{t.notFoundText}</EmptyState>
        return <Fields formKey={formKey} promoter={form.promoter} sent={form.state === 'sent'} />
      }}
    </Loaded>
  )
}

type Props = { formKey: string; promoter: string; sent: boolean }

function Fields({ formKey, promoter, sent: before }: Props) {
  const { form: t, notFound, notFoundText, offline, failed } = useTexts(words)
  const row = useTexts(rowWords)
  const [typed, setTyped] = useState<Typed>(empty)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [formError, setFormError] = useState<ApiError | null>(null)
  const [sent, setSent] = useState(before)
  const { busy, once } = useMutation()
  const put = (of: keyof Typed) => (value: string) => {
    setTyped((now) => ({ ...now, [of]: value }))
    setWrong(({ [of]: _mended, ...others }) => others)
  }
  const said = ({ kind, message }: ApiError): string => {
    if (kind === 'missing') return `${notFound}. ${notFoundText}`
    return message || (kind === 'offline' ? offline : failed)
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const filled = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim()))
    setWrong({})
    setFormError(null)
    await once(
      async () => {
        await api('clientFormSend', { key: formKey, ...filled })
        setSent(true)
      },
      (error) => {
        const apiError = apiErrorOf(error)
        if (apiError.kind === 'invalid') {
          setWrong(Object.fromEntries(apiError.errors.map(({ path, message }) => [path, message])))
          // An answer that comes late takes nobody out of the field they have gone on to.
          if (!(document.activeElement instanceof HTMLInputElement))
            document.getElementById(apiError.errors[0]?.path ?? '')?.focus()
        } else setFormError(apiError)
      },
    )
  }
  if (sent)
    return (
      <section className={styles.card}>
        <Notice tone="success" live title={t.sent}>
          {t.sentText(promoter)}
        </Notice>
        <Button variant="secondary" onClick={() => setSent(false)}>
          {t.again}
        </Button>
      </section>
    )
  const field = (of: Exclude<keyof Typed, 'email'>, label: string) => (
    <RowField
      of={of}
      name={of}
      words={{ label }}
      value={typed[of]}
      error={wrong[of]}
      onChange={put(of)}
    />
  )
  return (
    <form className={styles.card} onSubmit={(event) => void send(event)} noValidate>
      <p>{t.lead(promoter)}</p>
      {formError ? <Refused apiError={formError} title={said(formError)} /> : null}
      {field('iin', t.iin)}
      {field('phone', t.phone)}
      {field('plate', row.car.plate.label)}
      {field('techPassport', row.car.techPassport.label)}
      <TextField
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        label={t.email}
        optional={t.optional}
        defaultValue={typed.email}
        error={wrong['email']}
        onValue={put('email')}
      />
      <Button type="submit" wide busy={busy}>
        {t.send}
      </Button>
      <p className={styles.note}>{t.kept}</p>
    </form>
  )
}
