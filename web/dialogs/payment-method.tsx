import { useState } from 'react'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PhoneIcon } from '../ui/icons.tsx'
import { CardIcon } from '../ui/later-icons.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import words from './texts.ts'

/**
 * As the contract names them: `{system: 'mobile_bank', method: 'bill'}` or `{system: 'card',
 * method: 'redirect'}`.
 */
export type PaymentSystem = 'mobile_bank' | 'card'
type Props = {
  open: boolean
  busy?: boolean
  onClose: () => void
  onChoose: (system: PaymentSystem) => void
}

export function PaymentMethodDialog({ open, busy, onClose, onChoose }: Props) {
  const all = useTexts(words)
  const t = all.pay
  const [chosen, setChosen] = useState<PaymentSystem>('mobile_bank')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.title}
      closeLabel={all.close}
      actions={
        <Button busy={busy} onClick={() => onChoose(chosen)}>
          {t.submit}
        </Button>
      }
    >
      <RadioCards
        name="pay-system"
        label={t.label}
        defaultValue={chosen}
        onValue={(value) => setChosen(value === 'card' ? 'card' : 'mobile_bank')}
        options={[
          { value: 'mobile_bank', label: t.bill, detail: t.billText, aside: <PhoneIcon /> },
          { value: 'card', label: t.card, detail: t.cardText, aside: <CardIcon /> },
        ]}
      />
    </Dialog>
  )
}
