import { useEffect, useId, useRef, useState } from 'react'
import type { ClaimSlotName } from '#domain/claims/papers.ts'
import { type TemplateName, templateAddress } from '#texts/templates.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { FieldError } from '../ui/field.tsx'
import { DocumentIcon, DownloadIcon, PlusIcon } from '../ui/later-icons.tsx'
import styles from './claims.module.css'
import { type FileError, fileErrorOf, kinds } from './form.ts'
import words from './texts.ts'

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
 * One document: a picture of what was chosen, its size, and ways to replace it or take it away. A
 * wrong file is said and not taken.
 */
export function ClaimSlot({ slot, file, error, disabled, onFile }: Props) {
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
