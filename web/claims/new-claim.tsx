import { useState } from 'react'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { ClaimFormDialog, type ClaimProps } from './claim-form.tsx'
import { cases } from './form.ts'
import words from './texts.ts'

/** Case choice, then the documents (specification, section 4, "Claim status"). */
export function NewClaim(props: ClaimProps) {
  const [chosen, setChosen] = useState(false)
  return chosen ? (
    <ClaimFormDialog {...props} onBack={() => setChosen(false)} />
  ) : (
    <CaseChoice {...props} onNext={() => setChosen(true)} />
  )
}

function CaseChoice({ form, onForm, onClose, onNext }: ClaimProps & { onNext: () => void }) {
  const t = useTexts(words)
  const [missing, setMissing] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.report}
      closeLabel={t.close}
      actions={
        <Button onClick={() => (form.case ? onNext() : setMissing(true))}>{t.continue}</Button>
      }
    >
      <RadioCards
        name="claim-case"
        label={t.caseTitle}
        error={missing ? t.choose : undefined}
        defaultValue={form.case ?? undefined}
        onValue={(value) => {
          setMissing(false)
          onForm((now) => ({ ...now, case: cases.find((one) => one === value) ?? null }))
        }}
        options={cases.map((value) => ({ value, ...t.cases[value] }))}
      />
    </Dialog>
  )
}
