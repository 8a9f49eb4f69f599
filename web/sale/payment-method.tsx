import { useState } from 'react'
import { type WayName, wayNames } from '#domain/payment-ways.ts'
import words from '../dialogs/texts.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import wayWords from './way-texts.ts'
import { webWays } from './ways.ts'

type Props = {
  open: boolean
  busy?: boolean
  onClose: () => void
  onChoose: (system: WayName) => void
}

export function PaymentMethodDialog({ open, busy, onClose, onChoose }: Props) {
  const all = useTexts(words)
  const t = all.pay
  const ways = useTexts(wayWords)
  const [chosen, setChosen] = useState<WayName>(wayNames[0])
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
        onValue={(value) => setChosen(wayNames.find((way) => way === value) ?? chosen)}
        options={wayNames.map((way) => {
          const { Icon } = webWays[way]
          const { name: label, about } = ways[way]
          return { value: way, label, detail: about(null), aside: <Icon /> }
        })}
      />
    </Dialog>
  )
}
