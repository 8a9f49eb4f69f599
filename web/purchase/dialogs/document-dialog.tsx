import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { birthDateOf } from '#domain/iin.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { lazy } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { buy } from '../calls.ts'
import words from '../purchase-texts.ts'
import styles from './document-dialog.module.css'

/** Where the file of the ways on does not come, the sentence alone. */
const Refused = lazy(() =>
  import('../../ui/way-on.tsx').then(
    (module) => ({ default: module.Refused }),
    () => ({ default: Said }),
  ),
)

const Said = ({ title = '' }: { title?: string }) => <Notice tone="error" live title={title} />

type Body = Parameters<typeof buy<'setClientByDocument'>>[1]
type Props = {
  open: boolean
  iin: string
  onClose: () => void
  onSaved: () => void
  /** The call as the current user; the buyer's own if absent. */
  save?: (body: Body) => Promise<unknown>
}
const types = ['ID_CARD', 'PASSPORT', 'RESIDENCE_PERMIT'] as const

/**
 * The identity document typed by hand. The fields keep their own values; the server judges them.
 */
export function DocumentDialog({
  open,
  iin,
  onClose,
  onSaved,
  save: send = (body) => buy('setClientByDocument', body),
}: Props) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // The error may be above the visible part.
  useEffect(() => {
    if (apiError?.kind === 'invalid')
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [apiError])
  const wrong = (path: string): string | undefined =>
    apiError?.kind === 'invalid'
      ? apiError.errors.find((error) => error.path === path)?.message
      : undefined

  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const body = bodyOf(iin, new FormData(event.currentTarget))
    setApiError(null)
    await once(
      async () => {
        await send(body)
        onSaved()
      },
      (error) => setApiError(apiErrorOf(error)),
    )
  }
  const field = (name: string) => ({ name: `doc-${name}`, error: wrong(name) })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.documentTitle}
      closeLabel={t.close}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" form="document" busy={busy}>
            {t.save}
          </Button>
        </>
      }
    >
      <p>{t.documentText}</p>
      <form
        id="document"
        ref={form}
        className={styles.form}
        onSubmit={(event) => void save(event)}
        noValidate
      >
        <Fields iin={iin} field={field} />
      </form>
      {apiError && apiError.kind !== 'invalid' ? (
        <Suspense fallback={null}>
          <Refused
            apiError={apiError}
            title={apiError.message || (apiError.kind === 'offline' ? t.offline : t.unavailable)}
          />
        </Suspense>
      ) : null}
    </Dialog>
  )
}

/** Builds the call's body from the typed fields; the server validates it. */
function bodyOf(iin: string, data: FormData): Body {
  const text = (name: string): string => String(data.get(`doc-${name}`) ?? '').trim()
  return {
    iin,
    document_type: types.find((type) => type === text('type')) ?? 'ID_CARD',
    number: text('number'),
    issue_date: text('issue_date'),
    issuer: text('issuer'),
    valid_to: text('valid_to'),
    surname: text('surname'),
    name: text('name'),
    ...(text('patronymic') ? { patronymic: text('patronymic') } : {}),
    birth_date: text('birth_date'),
  }
}

type FieldsProps = {
  iin: string
  /** Name and fault of a field. */
  field: (name: string) => { name: string; error: string | undefined }
}

function Fields({ iin, field }: FieldsProps) {
  const t = useTexts(words)
  return (
    <>
      <Select
        {...field('type')}
        label={t.documentType}
        className={styles.whole}
        options={types.map((type) => ({ value: type, label: t[type] }))}
      />
      <TextField
        {...field('number')}
        label={t.documentNumber}
        autoCapitalize="characters"
        autoComplete="off"
      />
      <TextField {...field('issuer')} label={t.issuer} defaultValue={t.issuerDefault} />
      <DateField {...field('issue_date')} label={t.issueDate} />
      <DateField {...field('valid_to')} label={t.validTo} />
      <TextField {...field('surname')} label={t.surname} autoComplete="off" />
      <TextField {...field('name')} label={t.name} autoComplete="off" />
      <TextField
        {...field('patronymic')}
        label={t.patronymic}
        optional={t.optional}
        autoComplete="off"
      />
      <DateField
        {...field('birth_date')}
        label={t.birthDate}
        defaultValue={birthDateOf(iin) ?? undefined}
      />
    </>
  )
}
