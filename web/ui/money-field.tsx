import { useEffect, useRef } from 'react'
import { groupedSum, overSpace } from '#domain/typed-sum.ts'
import { LimitedField } from './limited-field.tsx'
import type { TextFieldProps } from './text-field.tsx'

export type MoneyFieldProps = Omit<
  TextFieldProps,
  'type' | 'inputMode' | 'rows' | 'inputRef' | 'suffix' | 'autoComplete'
>
/** Twelve digits in groups, and a minus. */
const LONGEST = 16

/**
 * A sum in tenge, grouped by three while typing; the caret stays with its digit. Read it with
 * `sumTyped`.
 */
export function MoneyField({ defaultValue, onValue, ...props }: MoneyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const latest = useRef(onValue)
  useEffect(() => {
    latest.current = onValue
  })
  // Listens on the field itself, so that the groups are set before React's handlers run.
  useEffect(
    () => (input.current ? keepGroups(input.current, (text) => latest.current?.(text)) : undefined),
    [],
  )
  return (
    <LimitedField
      {...props}
      inputMode="numeric"
      autoComplete="off"
      maxLength={LONGEST}
      suffix="₸"
      defaultValue={defaultValue ? groupedSum(defaultValue).shown : undefined}
      inputRef={input}
    />
  )
}

/** Keeps a field grouped and reports its value; returns a function that ends that. */
export function keepGroups(field: HTMLInputElement, tell: (text: string) => void): () => void {
  const before = (event: InputEvent) => {
    const { selectionStart: from, selectionEnd: to, value } = field
    if (from === null || from !== to) return
    const way = { deleteContentBackward: 'back', deleteContentForward: 'on' } as const
    const deletes = Object.entries(way).find(([kind]) => kind === event.inputType)?.[1]
    const place = deletes ? overSpace(value, from, deletes) : from
    if (place !== from) field.setSelectionRange(place, place)
  }
  const typed = (event: Event) => {
    if (event instanceof InputEvent && event.isComposing) return
    const { shown, caret } = groupedSum(field.value, field.selectionStart ?? undefined)
    if (shown !== field.value) {
      field.value = shown
      if (document.activeElement === field) field.setSelectionRange(caret, caret)
    }
    tell(field.value)
  }
  if (field.value && field.value !== field.defaultValue) typed(new Event('input'))
  field.addEventListener('beforeinput', before, true)
  // The last input of a composition still belongs to it: the text is read at `compositionend`.
  const kinds = ['input', 'compositionend']
  for (const kind of kinds) field.addEventListener(kind, typed, true)
  return () => {
    field.removeEventListener('beforeinput', before, true)
    for (const kind of kinds) field.removeEventListener(kind, typed, true)
  }
}
