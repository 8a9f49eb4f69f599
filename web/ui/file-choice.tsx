import { useId, useState } from 'react'
import { FieldError } from './field.tsx'
import styles from './file-slot.module.css'
import { DocumentIcon, PlusIcon } from './later-icons.tsx'

type Props = {
  name: string
  label: string
  choose: string
  accept: string
  /** Allows several files. */
  multiple?: boolean
  hint?: string | undefined
  error?: string | undefined
}

/** One or several files of a form: purpose and chosen names; the server checks them. */
export function FileChoice({ name, label, choose, accept, multiple, hint, error }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  return (
    <div
      className={styles.slot}
      data-filled={chosen ? '' : undefined}
      data-invalid={error ? '' : undefined}
    >
      <DocumentIcon className={styles.icon} />
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        {chosen || hint ? <p className={styles.name}>{chosen || hint}</p> : null}
        <FieldError id={id} error={error} />
      </div>
      <label className={styles.add}>
        <PlusIcon />
        <span>{choose}</span>
        <input
          className="visually-hidden"
          type="file"
          name={name}
          accept={accept}
          multiple={multiple}
          aria-label={`${choose}: ${label}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) =>
            setChosen([...(event.currentTarget.files ?? [])].map((file) => file.name).join(', '))
          }
        />
      </label>
    </div>
  )
}
