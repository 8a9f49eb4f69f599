import { Mask, MaskInput } from 'maska'
import { useEffect, useRef } from 'react'
import type { MaskRule } from './masks.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type MaskedFieldProps = Omit<TextFieldProps, 'onValue' | 'inputRef' | 'rows' | 'onBlur'> & {
  rule: MaskRule
  /**
   * `value` is what the person sees; `clean` the same without the mask's own signs; `complete` when
   * the mask is full.
   */
  onValue?: ((value: string, clean: string, complete: boolean) => void) | undefined
}

/** The value as the mask shows it: used for the first HTML, where no script has run yet. */
export const masked = (rule: MaskRule, value: string): string =>
  new Mask({ mask: rule.mask }).masked(rule.normalise(value))

/**
 * A text field with a mask (tokens # digit, @ letter, * either). Whatever is pasted is cleaned
 * before it is masked.
 */
export function MaskedField({ rule, onValue, defaultValue, ...props }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef({ rule, onValue })
  useEffect(() => {
    latest.current = { rule, onValue }
  })

  // Outside React: maska listens to the input itself.
  useEffect(() => {
    if (!input.current) return
    const clean = (value: string) => latest.current.rule.normalise(value)
    const control = new MaskInput(input.current, {
      mask: latest.current.rule.mask,
      preProcess: clean,
      onMaska: ({ masked: value, completed }) =>
        latest.current.onValue?.(value, clean(value), completed),
    })
    return () => control.destroy()
  }, [])

  return (
    <TextField
      autoComplete="off"
      {...props}
      inputRef={input}
      defaultValue={defaultValue ? masked(rule, defaultValue) : undefined}
    />
  )
}
