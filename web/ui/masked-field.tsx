import { useEffect, useRef } from 'react'
import { reshaped, shaped } from './mask.ts'
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
export const masked = (rule: MaskRule, value: string): string => shaped(rule, rule.normalise(value))

/**
 * A text field with a mask (tokens # digit, @ letter, * either). Whatever is pasted is cleaned
 * before it is masked; what was typed before the script came is masked, and told, at the start.
 */
export function MaskedField({ rule, onValue, defaultValue, ...props }: MaskedFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef({ rule, onValue })
  useEffect(() => {
    latest.current = { rule, onValue }
  })

  // Outside React: the field itself, before anybody else hears of what was typed.
  useEffect(() => {
    const field = input.current
    if (!field) return
    const shape = (): void => {
      const { value, selectionStart } = field
      const next = reshaped(latest.current.rule, value, selectionStart ?? value.length)
      if (next.shown !== value) {
        field.value = next.shown
        if (document.activeElement === field) field.setSelectionRange(next.caret, next.caret)
      }
      latest.current.onValue?.(next.shown, next.clean, next.complete)
    }
    if (field.value && field.value !== field.defaultValue) shape()
    field.addEventListener('input', shape, { capture: true })
    return () => field.removeEventListener('input', shape, { capture: true })
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
