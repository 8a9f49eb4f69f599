import { useRef } from 'react'
import { promoterLoginLength } from '#domain/constants.ts'
import { digitInput } from '../../ui/normalise.ts'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  name: string
  label: string
  error: string | undefined
  defaultValue?: string
  onValue: () => void
}

/** The 12-digit login: whatever is typed or pasted, its digits stay. */
export function LoginField({ onValue, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <TextField
      {...props}
      inputRef={input}
      inputMode="numeric"
      autoComplete="username"
      onValue={(value) => {
        const digits = digitInput(promoterLoginLength)(value)
        if (input.current && digits !== value) input.current.value = digits
        onValue()
      }}
    />
  )
}
