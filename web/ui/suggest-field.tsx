import { type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../lazy.ts'
import field from './field.module.css'
import { describedBy, FieldFrame, type FieldProps } from './field.tsx'
import type { Suggestion } from './option-list.tsx'
import styles from './suggest-field.module.css'

export type SuggestFieldProps = FieldProps & {
  /** Text of the field at the start or after a choice. */
  text: string
  /** Loads suggestions; debounced. */
  suggest: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>
  onChoose: (chosen: Suggestion) => void
  /** The text was edited by hand: the earlier choice no longer holds. */
  onTyped: () => void
  /** Shown if there are no suggestions. */
  none: string
  /** Shown if the list failed to load. */
  failed: string
}

/** Long enough not to ask on every key. */
const PAUSE_MS = 250

/** Loaded when the field gets the focus. */
const loadList = () => import('./option-list.tsx')
const OptionList = lazy(() => loadList().then((module) => ({ default: module.OptionList })))

/** A text field with suggestions, by the ARIA pattern of a combobox with a list. */
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
  const [asked, setAsked] = useState<string | null>(null)
  const [value, setValue] = useValue(text, asked !== null)
  const { found, options, at, move, forget } = useFound(asked, suggest)
  const open = found !== null
  const close = () => {
    forget()
    setAsked(null)
  }
  const choose = (option: Suggestion) => {
    setValue(option.label)
    close()
    onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of a composition are the keyboard's own.
    if (!open || event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return close()
    if (move(event.key)) event.preventDefault()
    const chosen = options[at]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      choose(chosen)
    }
  }
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      optional={optional}
      className={className}
    >
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
            onFocus={() => void loadList().catch(() => undefined)}
            onBlur={close}
          />
        </div>
        {open ? (
          <Suspense>
            <OptionList
              id={list}
              label={label}
              options={options}
              at={at}
              empty={found === 'failed' ? failed : none}
              onChoose={choose}
            />
          </Suspense>
        ) : null}
      </div>
    </FieldFrame>
  )
}

/** Holds the field's text: typed, or chosen elsewhere (the registered address). */
function useValue(text: string, typing: boolean) {
  const [value, setValue] = useState(text)
  const shown = useRef(text)
  if (shown.current !== text) {
    shown.current = text
    if (text !== value && !typing) setValue(text)
  }
  return [value, setValue] as const
}

type Found = readonly Suggestion[] | 'failed'

/** Holds the debounced suggestions, and the option selected by keys. */
function useFound(asked: string | null, suggest: SuggestFieldProps['suggest']) {
  const [found, setFound] = useState<Found | null>(null)
  const [at, setAt] = useState(-1)
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
  const options = Array.isArray(found) ? found : []
  /** Whether the key was one that moves. */
  const move = (key: string): boolean => {
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (!step || options.length === 0) return false
    setAt((now) => (now + step + options.length) % options.length)
    return true
  }
  return { found, options, at, move, forget: () => setFound(null) }
}
