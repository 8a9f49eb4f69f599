import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Policy } from '../cabinet/state.ts'
import { apiErrorOf } from '../http/http.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './claims.module.css'
import {
  type ClaimForm,
  cases,
  type FormField,
  filledSlots,
  formErrors,
  maySend,
  type Slot,
  slots,
  statuses,
} from './form.ts'
import { sendClaim } from './send.ts'
import { ClaimSlot } from './slot.tsx'
import words from './texts.ts'

type Props = {
  policies: readonly Policy[]
  form: ClaimForm
  onForm: (change: (form: ClaimForm) => ClaimForm) => void
  onClose: () => void
  onSent: (number: string) => void
}

/** Case choice, then the documents (specification, section 4, "Claim status"). */
export function NewClaim(props: Props) {
  const [chosen, setChosen] = useState(false)
  return chosen ? (
    <Documents {...props} onBack={() => setChosen(false)} />
  ) : (
    <CaseChoice {...props} onNext={() => setChosen(true)} />
  )
}

function CaseChoice({ form, onForm, onClose, onNext }: Props & { onNext: () => void }) {
  const t = useTexts(words)
  const [missing, setMissing] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.report}
      closeLabel={t.close}
      actions={
        <Button onClick={() => (form.case ? onNext() : setMissing(true))}>{t.continue}</Button>
      }
    >
      <RadioCards
        name="claim-case"
        label={t.caseTitle}
        error={missing ? t.choose : undefined}
        defaultValue={form.case ?? undefined}
        onValue={(value) => {
          setMissing(false)
          onForm((now) => ({ ...now, case: cases.find((one) => one === value) ?? null }))
        }}
        options={cases.map((value) => ({ value, ...t.cases[value] }))}
      />
    </Dialog>
  )
}

type FormError = { title: string; text: string | null }

function Documents({
  policies,
  form,
  onForm,
  onClose,
  onSent,
  onBack,
}: Props & { onBack: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [wrong, setWrong] = useState<readonly FormField[]>([])
  const [wrongFiles, setWrongFiles] = useState<Partial<Record<Slot, string>>>({})
  const [firstWrong, setFirstWrong] = useState<Slot | null>(null)
  const [formError, setFormError] = useState<FormError | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const sending = share !== null
  const fields = useRef<HTMLFormElement>(null)
  // Outside React: the focus.
  useEffect(() => {
    if (sending || !firstWrong) return
    fields.current?.querySelector<HTMLInputElement>(`input[name="${firstWrong}"]`)?.focus()
    setFirstWrong(null)
  }, [sending, firstWrong])

  const change = (field: FormField, next: Partial<ClaimForm>) => {
    setWrong((list) => list.filter((one) => one !== field))
    onForm((now) => ({ ...now, ...next }))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const errors = formErrors(form)
    setWrong(errors)
    const [first] = errors
    if (first) return document.getElementById(`claim-${first}`)?.focus()
    const policy = policies.find((one) => one.global_id === form.policy)
    if (sending || !policy || !maySend(form)) return
    setFormError(null)
    setWrongFiles({})
    setShare(0)
    try {
      onSent(await sendClaim(form, policy, setShare))
    } catch (error) {
      const apiError = apiErrorOf(error)
      const lost = apiError.kind === 'offline' || apiError.kind === 'timeout'
      if (apiError.kind === 'invalid') {
        const found = slots.flatMap((slot) =>
          apiError.errors
            .filter(({ path }) => path === `documents[${slot}]`)
            .map(({ message }) => [slot, message] as const),
        )
        setWrongFiles(Object.fromEntries(found))
        // The document at fault may be far from the button; the fields are open again once the sending
        // is over.
        setFirstWrong(found[0]?.[0] ?? null)
      }
      setFormError({
        title: lost ? t.lost : apiError.message || t.sendFailed,
        text: lost || apiError.kind !== 'invalid' ? t.sendFailedText : null,
      })
    } finally {
      setShare(null)
    }
  }
  return (
    <Dialog open onClose={() => !sending && onClose()} title={t.formTitle} closeLabel={t.close}>
      <form ref={fields} className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <Select
          name="claim-policy"
          label={t.policy}
          error={wrong.includes('policy') ? t.required : undefined}
          defaultValue={form.policy}
          onValue={(policy) => change('policy', { policy })}
          options={policies.map((policy) => ({
            value: policy.global_id,
            label: `${policy.global_id} · ${policy.home?.address ?? policy.cars.map(({ registrationNumber }) => registrationNumber).join(', ')} · ${longDate(locale, policy.end_date)}`,
          }))}
        />
        <RadioCards
          name="claim-status"
          label={t.statusLabel}
          error={wrong.includes('status') ? t.choose : undefined}
          defaultValue={form.status ?? undefined}
          onValue={(value) =>
            change('status', { status: statuses.find((one) => one === value) ?? null })
          }
          options={statuses.map((value) => ({ value, label: t.statuses[value] }))}
        />
        <TextField
          name="claim-damage"
          label={t.damageLabel}
          hint={t.damageHint}
          error={wrong.includes('damage') ? t.required : undefined}
          defaultValue={form.damage}
          onValue={(damage) => change('damage', { damage })}
          maxLength={200}
        />
        <fieldset className={styles.files}>
          <legend>{t.filesTitle}</legend>
          <p className={styles.name}>{t.filesHint}</p>
          <ul className={styles.slots}>
            {slots.map((slot) => (
              <ClaimSlot
                key={slot}
                slot={slot}
                file={form.files[slot]}
                error={wrongFiles[slot]}
                disabled={sending}
                onFile={(file) => {
                  setWrongFiles((now) => ({ ...now, [slot]: undefined }))
                  onForm((now) => ({ ...now, files: { ...now.files, [slot]: file } }))
                }}
              />
            ))}
          </ul>
        </fieldset>
        {formError ? (
          <Notice tone="error" live title={formError.title}>
            {formError.text}
          </Notice>
        ) : null}
        {sending ? (
          <div className={styles.sending}>
            <label htmlFor="claim-progress">
              {share < 1 ? t.sending(Math.round(share * 100)) : t.checking}
            </label>
            <progress id="claim-progress" max={1} value={share} />
          </div>
        ) : (
          <p className={styles.name} role="status">
            {t.filled(filledSlots(form))}
          </p>
        )}
        <div className={styles.steps}>
          <Button variant="secondary" disabled={sending} onClick={onBack}>
            {t.back}
          </Button>
          <Button type="submit" busy={sending} disabled={!maySend(form)}>
            {t.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
