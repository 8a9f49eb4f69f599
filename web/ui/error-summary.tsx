import { useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import { WarnIcon } from './icons.tsx'

export type FieldError = {
  /** Id of the field: its name unless it was given another. */
  field: string
  message: string
  /** Short text for a summary, if the field itself has more. */
  brief?: string
}

/**
 * All errors of a form, linked to the fields. Takes the focus when a list appears, and not when it
 * grows shorter: then the person is correcting a field.
 */
export function ErrorSummary({ title, errors }: { title: string; errors: readonly FieldError[] }) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef<readonly FieldError[]>([])
  useEffect(() => {
    const mended =
      errors.length < before.current.length &&
      errors.every((error) => before.current.some((old) => same(old, error)))
    before.current = errors
    if (errors.length && !mended) box.current?.focus()
  }, [errors])

  if (!errors.length) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <h2 className={styles.title}>
        <WarnIcon />
        {title}
      </h2>
      <ul className={styles.list}>
        {errors.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <a
              className={styles.link}
              href={`#${field}`}
              onClick={(event) => {
                const target = document.getElementById(field)
                if (!target) return
                event.preventDefault()
                target.focus()
                target.scrollIntoView({ block: 'center' })
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

const same = (one: FieldError, other: FieldError): boolean =>
  one.field === other.field && one.message === other.message
