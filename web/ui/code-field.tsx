import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { codeResetMs } from '../constants.ts'
import styles from './code-field.module.css'
import { describedBy, FieldFrame, type FieldProps } from './field.tsx'
import { maskField } from './mask-field.ts'
import { digitMask } from './masks.ts'

export type CodeFieldProps = Omit<FieldProps, 'optional'> & {
  length?: number | undefined
  /** Called once when the last digit is in (typed, pasted or filled in from the SMS). */
  onComplete: (code: string) => void
  /**
   * Grows by one with every refused code: the field shakes, shows the error, and is empty again
   * after a second.
   */
  wrongCodes?: number | undefined
  /** A code from the SMS: treated as if typed. */
  given?: string | undefined
  /** Has the focus on arrival. */
  focused?: boolean | undefined
  /** The heading of the screen already has it. */
  labelHidden?: boolean | undefined
}

/** The PIN from an SMS: one field drawn as separate places, so paste and autofill just work. */
export function CodeField({
  name,
  label,
  hint,
  error,
  disabled,
  className,
  length = 4,
  onComplete,
  wrongCodes = 0,
  given,
  focused,
  labelHidden,
  ...props
}: CodeFieldProps) {
  const id = props.id ?? name
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState(false)
  const emptying = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Number of refused codes after which the user typed on. */
  const answered = useRef(0)

  // The second after which a refused code is emptied.
  useEffect(() => {
    if (wrongCodes <= answered.current) return
    setWrong(true)
    emptying.current = setTimeout(() => {
      setWrong(false)
      setCode('')
      if (input.current) input.current.value = ''
      input.current?.focus()
    }, codeResetMs)
    return () => clearTimeout(emptying.current)
  }, [wrongCodes])

  const take = (next: string) => {
    clearTimeout(emptying.current)
    answered.current = wrongCodes
    setWrong(false)
    setCode(next)
    // Written again, even alike, it would end a composition.
    if (input.current && input.current.value !== next) input.current.value = next
    if (next.length === length && next !== code) onComplete(next)
  }
  const latest = useRef({ take, wrongCodes })
  // Before the next key: a digit typed the moment the refusal shows begins the next code.
  useLayoutEffect(() => {
    latest.current = { take, wrongCodes }
  })
  useEffect(
    () =>
      input.current
        ? maskField(
            input.current,
            () => digitMask(length),
            // Who types on has seen that the code is wrong: theirs begins anew.
            ({ clean, problem }) =>
              latest.current.take(
                problem?.what === 'full' && latest.current.wrongCodes > answered.current
                  ? problem.text
                  : clean,
              ),
          )
        : undefined,
    [length],
  )
  // Takes a code from the SMS, also one that was there at the start. Once for each code.
  useEffect(() => {
    if (given) take(given)
  }, [given]) // oxlint-disable-line react/exhaustive-deps
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  return (
    <FieldFrame
      id={id}
      label={label}
      labelHidden={labelHidden}
      hint={hint}
      error={error}
      className={className}
    >
      <div className={styles.code} data-wrong={wrong ? '' : undefined}>
        <input
          id={id}
          name={name}
          disabled={disabled}
          ref={input}
          className={styles.input}
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error || wrong ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <div className={styles.places} aria-hidden="true">
          {Array.from({ length }, (_, place) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a place is its index
              key={place}
              className={styles.place}
              data-now={place === Math.min(code.length, length - 1) ? '' : undefined}
            >
              {code[place]}
            </span>
          ))}
        </div>
      </div>
    </FieldFrame>
  )
}
