import { useEffect, useRef, useState } from 'react'
import { read } from './mask.ts'
import { maskField } from './mask-field.ts'
import type { MaskRule } from './masks.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type MaskedFieldProps = Omit<TextFieldProps, 'onValue' | 'inputRef' | 'rows' | 'onBlur'> & {
  rule: MaskRule
  /**
   * `value` is what the person sees; `clean` the same without the mask's own characters; `complete`
   * when the mask is full.
   */
  onValue?: ((value: string, clean: string, complete: boolean) => void) | undefined
}

/** Returns the value as the mask shows it, for the first HTML, before any script. */
export const masked = (rule: MaskRule, value: string): string => read(rule, value).shown

/**
 * A text field with a mask (tokens # digit, @ letter, * either). Text typed before the script loads
 * is masked and reported at the start. Rejected input shows a message below the field.
 */
export function MaskedField({ rule, onValue, defaultValue, ...props }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [told, setTold] = useState<string>()
  const latest = useRef({ rule, onValue })
  useEffect(() => {
    latest.current = { rule, onValue }
  })

  // Listens on the field itself, so that the mask runs before React's handlers.
  useEffect(
    () =>
      input.current
        ? maskField(
            input.current,
            () => latest.current.rule,
            ({ shown, clean, complete }) => latest.current.onValue?.(shown, clean, complete),
            setTold,
          )
        : undefined,
    [],
  )

  return (
    <TextField
      autoComplete="off"
      {...props}
      error={told ?? props.error}
      inputRef={input}
      defaultValue={defaultValue ? masked(rule, defaultValue) : undefined}
    />
  )
}
