import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import words from './act-texts.ts'
import { Button } from './button.tsx'
import parts from './desk-parts.module.css'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { useToast } from './toast.tsx'

export type Act = {
  busy: boolean
  /** The error in one sentence; null if there is none. */
  error: string | null
  /** Field name → its error, as the server worded it. */
  errors: Record<string, string>
  /**
   * Runs the work unless another run is pending; resolves to true on success. `said` overrides the
   * message, for a press that chose among acts.
   */
  run: (work: () => Promise<unknown>, said?: string | null) => Promise<boolean>
  reset: () => void
}

/**
 * Holds one act of staff: busy while it runs, then a toast (none if null: its result is visible), a
 * refusal in words beside it.
 */
export function useAct(done?: string | null): Act {
  const t = useTexts(words)
  const say = useToast()
  const { busy, once } = useMutation()
  const [error, setError] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const reset = () => {
    setError(null)
    setErrors({})
  }
  const run = async (work: () => Promise<unknown>, said = done) => {
    if (busy) return false
    reset()
    const isDone = await once(work, (error) => {
      const found = apiErrorOf(error)
      if (found.kind === 'invalid')
        setErrors(Object.fromEntries(found.errors.map(({ path, message }) => [path, message])))
      setError(found.message || (found.kind === 'offline' ? t.offline : t.error))
    })
    if (isDone && said !== null) say({ text: said ?? t.done, tone: 'good' })
    return isDone
  }
  return { busy, error, errors, run, reset }
}

/** The refusal of an act, at its place. */
export function ActError({ act: { error }, action }: { act: Act; action?: ReactNode }) {
  const t = useTexts(words)
  return error ? (
    <Notice tone="error" live title={t.failed} action={action}>
      {error}
    </Notice>
  ) : null
}

type DialogProps = {
  open: boolean
  title: string
  submit: string
  danger?: boolean
  act: Act
  onClose: () => void
  onSubmit: (form: FormData) => void
  children: ReactNode
}

/** A list without a choice has priority over text fields. */
const toTypeIn =
  'select:has(option[value=""]:checked), textarea, input:not([type="radio"], [type="checkbox"], [type="file"])'

/**
 * Dialog with a few fields before an act. Focuses the first field, or the first faulty one; closing
 * resets the errors.
 */
export function ActDialog({
  open,
  title,
  submit,
  danger,
  act,
  onClose,
  onSubmit,
  children,
}: DialogProps) {
  const t = useTexts(words)
  const id = useId()
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (open) fields.current?.querySelector<HTMLElement>(toTypeIn)?.focus()
  }, [open])
  // The error may be above what is in sight.
  useEffect(() => {
    if (Object.keys(act.errors).length > 0)
      fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [act.errors])
  const close = () => {
    act.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      closeLabel={t.close}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {t.cancel}
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={act.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={fields}
        className={parts.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(new FormData(event.currentTarget))
        }}
      >
        {children}
        <ActError act={act} />
      </form>
    </Dialog>
  )
}
