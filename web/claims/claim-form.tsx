import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { parties } from '#domain/claims/facts.ts'
import { type ClaimSlotName, claimSlots } from '#domain/claims/papers.ts'
import { type TemplateName, templateAddress } from '#texts/templates.ts'
import type { Policy } from '../cabinet/state.ts'
import { apiErrorOf } from '../http/http.ts'
import { sendForm } from '../http/upload.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/field.tsx'
import { DocumentIcon, DownloadIcon, PlusIcon } from '../ui/later-icons.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { plateWords } from '../ui/plate-words.ts'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Select } from '../ui/select.tsx'
import styles from './claims.module.css'
import {
  type ClaimForm,
  type FileError,
  type FormField,
  fileErrorOf,
  filledSlots,
  formErrors,
  kinds,
  maySend,
} from './form.ts'
import words from './texts.ts'

/** Builds the contract's multipart. Fields precede the files. */
export function formData(form: ClaimForm, policy: Policy): FormData {
  const data = new FormData()
  const fields = {
    policy_number: policy.global_id,
    policy_type: policy.policy_type,
    policy_start_date: policy.start_date,
    policy_end_date: policy.end_date,
    premium: String(policy.premium),
    ...(policy.insured_amount === null ? {} : { insured_amount: String(policy.insured_amount) }),
    ...(policy.home ? { property_address: policy.home.address } : {}),
    claim_case: form.case ?? '',
    claim_status: form.status ?? '',
    damage_type: form.damage.trim(),
  }
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  for (const slot of claimSlots) {
    const file = form.files[slot]
    if (file) data.set(`documents[${slot}]`, file, file.name)
  }
  return data
}

/**
 * Sends a claim with its files and reports progress, 0…1. Returns the claim's number; fails as
 * every call does, with a Fault as its cause.
 */
async function sendClaim(
  form: ClaimForm,
  policy: Policy,
  onProgress: (share: number) => void,
): Promise<string> {
  // The build writes the address in by the call's name.
  const reply = await sendForm('claimSendDocs', formData(form, policy), onProgress, {
    'Idempotency-Key': form.key,
  })
  return typeof reply === 'object' && reply && 'claim_number' in reply
    ? String(reply.claim_number)
    : ''
}

export type ClaimProps = {
  policies: readonly Policy[]
  form: ClaimForm
  onForm: (change: (form: ClaimForm) => ClaimForm) => void
  onClose: () => void
  onSent: (number: string) => void
}

type FormError = { title: string; text: string | null }

/**
 * Sends a claim with its documents. `share` is how much of them has gone, 0 to 1, null while
 * nothing is sent; `wrongFiles` are the documents the server would not have.
 */
function useSending(fields: RefObject<HTMLFormElement | null>, onSent: (number: string) => void) {
  const t = useTexts(words)
  const [wrongFiles, setWrongFiles] = useState<Partial<Record<ClaimSlotName, string>>>({})
  const [formError, setFormError] = useState<FormError | null>(null)
  const [share, setShare] = useState<number | null>(null)
  const [firstWrong, setFirstWrong] = useState<ClaimSlotName | null>(null)
  const sending = share !== null
  // The document at fault may be far from the button; the fields are open again once the sending is
  // over.
  useEffect(() => {
    if (sending || !firstWrong) return
    fields.current?.querySelector<HTMLInputElement>(`input[name="${firstWrong}"]`)?.focus()
    setFirstWrong(null)
  }, [fields, sending, firstWrong])

  const send = async (claim: ClaimForm, policy: Policy) => {
    setFormError(null)
    setWrongFiles({})
    setShare(0)
    try {
      onSent(await sendClaim(claim, policy, setShare))
    } catch (error) {
      const apiError = apiErrorOf(error)
      const lost = apiError.kind === 'offline' || apiError.kind === 'timeout'
      if (apiError.kind === 'invalid') {
        const found = claimSlots.flatMap((slot) =>
          apiError.errors
            .filter(({ path }) => path === `documents[${slot}]`)
            .map(({ message }) => [slot, message] as const),
        )
        setWrongFiles(Object.fromEntries(found))
        setFirstWrong(found[0]?.[0] ?? null)
      }
      // Errors of no file show here: nothing else of the form shows them.
      const other =
        apiError.kind === 'invalid'
          ? apiError.errors.find(({ path }) => !path.startsWith('documents['))
          : undefined
      setFormError({
        title: lost ? t.lost : apiError.message || t.sendFailed,
        text: lost || apiError.kind !== 'invalid' ? t.sendFailedText : (other?.message ?? null),
      })
    } finally {
      setShare(null)
    }
  }
  const forgive = (slot: ClaimSlotName) => setWrongFiles((now) => ({ ...now, [slot]: undefined }))
  return { send, share, wrongFiles, formError, forgive }
}

/** The policy, who claims, what happened and the documents; then the claim goes out. */
export function ClaimFormDialog(props: ClaimProps & { onBack: () => void }) {
  const { policies, form, onForm, onClose, onSent, onBack } = props
  const t = useTexts(words)
  const [wrong, setWrong] = useState<readonly FormField[]>([])
  const fields = useRef<HTMLFormElement>(null)
  const { send, share, wrongFiles, formError, forgive } = useSending(fields, onSent)
  const sending = share !== null

  const change = (field: FormField, next: Partial<ClaimForm>) => {
    setWrong((list) => list.filter((one) => one !== field))
    onForm((now) => ({ ...now, ...next }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const errors = formErrors(form)
    setWrong(errors)
    const [first] = errors
    if (first) return document.getElementById(`claim-${first}`)?.focus()
    const policy = policies.find((one) => one.global_id === form.policy)
    if (!sending && policy && maySend(form)) await send(form, policy)
  }
  return (
    <Dialog open onClose={() => !sending && onClose()} title={t.formTitle} closeLabel={t.close}>
      <form
        ref={fields}
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        <WhatHappened policies={policies} form={form} wrong={wrong} onChange={change} />
        <fieldset className={styles.files}>
          <legend>{t.filesTitle}</legend>
          <p className={styles.name}>{t.filesHint}</p>
          <ul className={styles.slots}>
            {claimSlots.map((slot) => (
              <ClaimSlot
                key={slot}
                slot={slot}
                file={form.files[slot]}
                error={wrongFiles[slot]}
                disabled={sending}
                onFile={(file) => {
                  forgive(slot)
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
        <Progress share={share} filled={filledSlots(form)} />
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

type HappenedProps = Pick<ClaimProps, 'policies' | 'form'> & {
  wrong: readonly FormField[]
  onChange: (field: FormField, next: Partial<ClaimForm>) => void
}

/** The policy, the claimant, the damage. */
function WhatHappened({ policies, form, wrong, onChange }: HappenedProps) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <Select
        name="claim-policy"
        label={t.policy}
        error={wrong.includes('policy') ? t.required : undefined}
        defaultValue={form.policy}
        onValue={(policy) => onChange('policy', { policy })}
        options={policies.map((policy) => ({
          value: policy.global_id,
          label: `${policy.global_id} · ${policy.home?.address ?? policy.cars.map(({ registrationNumber }) => plateWords(registrationNumber)).join(', ')} · ${longDate(locale, policy.end_date)}`,
        }))}
      />
      <RadioCards
        name="claim-status"
        label={t.statusLabel}
        error={wrong.includes('status') ? t.choose : undefined}
        defaultValue={form.status ?? undefined}
        onValue={(value) =>
          onChange('status', { status: parties.find((one) => one === value) ?? null })
        }
        options={parties.map((value) => ({ value, label: t.statuses[value] }))}
      />
      <LimitedField
        name="claim-damage"
        label={t.damageLabel}
        hint={t.damageHint}
        error={wrong.includes('damage') ? t.required : undefined}
        defaultValue={form.damage}
        onValue={(damage) => onChange('damage', { damage })}
        maxLength={200}
      />
    </>
  )
}

/** How much has gone out; before that, how many documents there are. */
function Progress({ share, filled }: { share: number | null; filled: number }) {
  const t = useTexts(words)
  if (share === null)
    return (
      <p className={styles.name} role="status">
        {t.filled(filled)}
      </p>
    )
  return (
    <div className={styles.sending}>
      <label htmlFor="claim-progress">
        {share < 1 ? t.sending(Math.round(share * 100)) : t.checking}
      </label>
      <progress id="claim-progress" max={1} value={share} />
    </div>
  )
}

type Props = {
  slot: ClaimSlotName
  file: File | undefined
  error: string | undefined
  disabled: boolean
  onFile: (file: File | undefined) => void
}

const templates: Partial<Record<ClaimSlotName, TemplateName>> = {
  claim_application: 'insurance-claim',
  payment_application: 'payment',
}
const kb = 1024

/**
 * One document: a preview of the chosen file, its size, and actions to replace or remove it.
 * Rejects a wrong file with its error.
 */
function ClaimSlot({ slot, file, error, disabled, onFile }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const id = useId()
  const [refused, setRefused] = useState<{ fileError: FileError; name: string } | null>(null)
  const label = t.slots[slot]
  const template = templates[slot]
  const take = (input: HTMLInputElement) => {
    const chosen = input.files?.[0]
    input.value = '' // the same file may be chosen again
    if (!chosen) return
    const fileError = fileErrorOf(chosen)
    setRefused(fileError && { fileError, name: chosen.name })
    if (!fileError) onFile(chosen)
  }
  const told = refused
    ? { kind: t.wrongKind, large: t.tooLarge(refused.name), empty: t.emptyFile }[refused.fileError]
    : error
  const size = (bytes: number) =>
    bytes < kb * kb
      ? t.kb(Math.max(1, Math.round(bytes / kb)))
      : t.mb((bytes / kb / kb).toFixed(1).replace('.', ','))
  return (
    <li
      className={styles.slot}
      data-filled={file ? '' : undefined}
      data-invalid={told ? '' : undefined}
    >
      <Preview file={file} />
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        {file ? <p className={styles.name}>{t.chosen(file.name, size(file.size))}</p> : null}
        {!file && template ? (
          <a className={styles.template} href={templateAddress(template, locale)} download>
            <DownloadIcon /> {t.template}
            <span className="visually-hidden">: {label}</span>
          </a>
        ) : null}
        <FieldError id={id} error={told} />
      </div>
      <div className={styles.buttons}>
        <label className={styles.add}>
          {file ? null : <PlusIcon />}
          <span>{file ? t.replace : t.add}</span>
          <input
            className="visually-hidden"
            type="file"
            name={slot}
            accept={kinds.join(',')}
            disabled={disabled}
            aria-label={`${file ? t.replace : t.add}: ${label}`}
            aria-invalid={told ? true : undefined}
            aria-describedby={told ? `${id}-error` : undefined}
            onChange={(event) => take(event.currentTarget)}
          />
        </label>
        {file ? (
          <Button
            variant="quiet"
            size="small"
            disabled={disabled}
            onClick={() => onFile(undefined)}
            aria-label={`${t.remove}: ${label}`}
          >
            {t.remove}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const side = 96

/**
 * Drawn on a canvas: the page's security policy allows no pictures from elsewhere, its own memory
 * included.
 */
function Preview({ file }: { file: File | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState<File | null>(null)
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return
    let gone = false
    createImageBitmap(file).then(
      (picture) => {
        const context = canvas.current?.getContext('2d')
        if (gone || !context) return picture.close()
        const scale = Math.max(side / picture.width, side / picture.height)
        const [width, height] = [picture.width * scale, picture.height * scale]
        context.clearRect(0, 0, side, side)
        context.drawImage(picture, (side - width) / 2, (side - height) / 2, width, height)
        picture.close()
        setDrawn(file)
      },
      () => {}, // a picture the browser cannot show may still be a good one; the server checks it
    )
    return () => {
      gone = true
    }
  }, [file])
  const shown = file !== undefined && drawn === file
  return (
    <span className={styles.preview} aria-hidden="true">
      <canvas ref={canvas} width={side} height={side} hidden={!shown} />
      {shown ? null : <DocumentIcon />}
    </span>
  )
}
