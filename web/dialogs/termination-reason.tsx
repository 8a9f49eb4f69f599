import { type FormEvent, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'

const terminationReasons = ['sold', 'died', 'own_will'] as const
export type TerminationReason = (typeof terminationReasons)[number]

type Words = {
  registered: string
  reason: string
  reasons: Readonly<Record<TerminationReason, string>>
  choose: string
  calculate: string
}
type Props = {
  first: TerminationReason | null
  busy: boolean
  className: string | undefined
  words: Words
  onChanged: () => void
  onReason: (reason: TerminationReason) => void
}

/** Why the policy ends early; the refund depends on it. */
export function TerminationReasonForm({
  first,
  busy,
  className,
  words,
  onChanged,
  onReason,
}: Props) {
  const [reason, setReason] = useState(first)
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(reason === null)
    if (reason === null) document.getElementById('end-reason')?.focus()
    else onReason(reason)
  }
  return (
    <form className={className} onSubmit={submit} noValidate>
      <p>{words.registered}</p>
      <RadioCards
        name="end-reason"
        label={words.reason}
        error={missing ? words.choose : undefined}
        defaultValue={reason ?? undefined}
        onValue={(value) => {
          setReason(terminationReasons.find((one) => one === value) ?? null)
          setMissing(false)
          onChanged()
        }}
        options={terminationReasons.map((value) => ({ value, label: words.reasons[value] }))}
      />
      <Button type="submit" busy={busy} wide>
        {words.calculate}
      </Button>
    </form>
  )
}
