import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import field from './field.module.css'
import { describedBy, FieldFrame, type FieldProps } from './field.tsx'
import styles from './suggest-field.module.css'

export type Suggestion = { id: string; label: string }
export type SuggestFieldProps = FieldProps & {
  /** What stands in the field at the start or after a choice. */
  text: string
  /** Asks what fits; called a moment after the typing stops. */
  suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
  onChoose: (chosen: Suggestion) => void
  /** The text was changed by hand: what had been chosen holds no more. */
  onTyped: () => void
  /** Shown when nothing fits. */
  none: string
  /** Said when the list could not be asked for. */
  failed: string
}

/** Long enough not to ask on every key. */
const PAUSE_MS = 250

/** On a phone the list would begin behind the keyboard or the bar with the action. */
const intoView = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** A line of text that offers what fits, as the ARIA pattern of a combobox with a list says. */
export function SuggestField({
  text,
  suggest,
  onChoose,
  onTyped,
  none,
  failed,
  ...props
}: SuggestFieldProps) {
  const { name, label, hint, error, optional, className, required } = props
  const id = props.id ?? name
  const list = `${id}-list`
  const [value, setValue] = useState(text)
  const [asked, setAsked] = useState<string | null>(null)
  const [found, setFound] = useState<readonly Suggestion[] | 'failed' | null>(null)
  const [at, setAt] = useState(-1)
  const shown = useRef(text)

  // Outside React: the server, a moment after the last key.
  useEffect(() => {
    if (asked === null || asked.trim().length < 2) {
      setFound(null)
      return
    }
    const stop = new AbortController()
    const timer = setTimeout(() => {
      suggest(asked, stop.signal).then(
        (options) => {
          if (stop.signal.aborted) return
          setFound(options)
          setAt(options.length > 0 ? 0 : -1)
        },
        () => !stop.signal.aborted && setFound('failed'),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked, suggest])

  // What was chosen elsewhere (the registered address) comes into the field.
  if (shown.current !== text) {
    shown.current = text
    if (text !== value && asked === null) setValue(text)
  }

  const options = Array.isArray(found) ? found : []
  const open = found !== null
  const close = () => {
    setFound(null)
    setAsked(null)
  }
  const choose = (option: Suggestion) => {
    setValue(option.label)
    close()
    onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Escape') return close()
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step && options.length > 0) {
      event.preventDefault()
      setAt((now) => (now + step + options.length) % options.length)
    }
    const chosen = options[at]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    }
  }
  return (
    <FieldFrame {...{ id, label, hint, error, optional, className }}>
      <div className={styles.place}>
        <div className={field.box}>
          <input
            id={id}
            name={name}
            className={field.input}
            type="text"
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            aria-activedescendant={open && at >= 0 ? `${list}-${at}` : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, hint, error)}
            required={required}
            value={value}
            onChange={(event) => {
              setValue(event.currentTarget.value)
              setAsked(event.currentTarget.value)
              onTyped()
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
        </div>
        {open ? (
          <div className={styles.list} id={list} role="listbox" aria-label={label} ref={intoView}>
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
              <div
                key={option.id}
                id={`${list}-${index}`}
                className={styles.option}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                {option.label}
              </div>
            ))}
            {options.length === 0 ? (
              <div
                className={styles.none}
                role="option"
                tabIndex={-1}
                aria-selected={false}
                aria-disabled
              >
                {found === 'failed' ? failed : none}
              </div>
            ) : null}
          </div>
        ) : null}
      </div>
    </FieldFrame>
  )
}
