import { useId, useState } from 'react'
import { claimFileMaxBytes } from '#domain/constants.ts'
import { Button } from './button.tsx'
import { FieldError, type FieldProps } from './field.tsx'
import styles from './file-slot.module.css'
import { DocumentIcon, PlusIcon } from './later-icons.tsx'

type Props = Pick<FieldProps, 'name' | 'label' | 'hint' | 'error'> & {
  addLabel: string
  removeLabel: string
  tooLarge: (file: string) => string
  wrongKind: string
  onFile: (file: File | null) => void
}

const kinds = ['image/png', 'image/jpeg', 'application/pdf']

/**
 * One document of a claim: PNG, JPEG or PDF of at most 10 MB (specification, section 5). Rejects a
 * larger file with a message.
 */
export function FileSlot({
  name,
  label,
  hint,
  error,
  addLabel,
  removeLabel,
  tooLarge,
  wrongKind,
  onFile,
}: Props) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [refused, setRefused] = useState<string>()
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    const errorText = kinds.includes(chosen.type)
      ? chosen.size > claimFileMaxBytes
        ? tooLarge(chosen.name)
        : undefined
      : wrongKind
    setRefused(errorText)
    setFile(errorText ? null : chosen)
    onFile(errorText ? null : chosen)
  }
  const shown = refused ?? error
  return (
    <div
      className={styles.slot}
      data-filled={file ? '' : undefined}
      data-invalid={shown ? '' : undefined}
    >
      <DocumentIcon className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        {file ? (
          <p className={styles.name}>{file.name}</p>
        ) : hint ? (
          <p className={styles.name}>{hint}</p>
        ) : null}
        <FieldError id={id} error={shown} />
      </div>
      {file ? (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            setFile(null)
            onFile(null)
          }}
        >
          {removeLabel}
        </Button>
      ) : (
        <label className={styles.add}>
          <PlusIcon />
          <span>{addLabel}</span>
          <input
            className="visually-hidden"
            type="file"
            name={name}
            accept={kinds.join(',')}
            aria-label={`${addLabel}: ${label}`}
            aria-invalid={shown ? true : undefined}
            aria-describedby={shown ? `${id}-error` : undefined}
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
        </label>
      )}
    </div>
  )
}
