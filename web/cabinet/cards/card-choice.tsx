import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TrashIcon } from '../../ui/later-icons.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { brandOf, type Card, isActive, lastFour } from '../state.ts'
import styles from './cards.module.css'
import words from './texts.ts'

type Props = {
  cards: readonly Card[]
  busy: string | null
  onChoose: (card: Card) => void
  onRemove: (card: Card) => void
}

/** Which card is the active one; each can be deleted. Choosing acts at once. */
export function CardChoice({ cards, busy, onChoose, onRemove }: Props) {
  const t = useTexts(words)
  const name = (card: Card) =>
    `${t.brands[brandOf(card.card_hash)]} ${t.ending(lastFour(card.card_hash))}`
  return (
    <div className={styles.choice}>
      <RadioCards
        name="active-card"
        label={t.choose}
        disabled={busy !== null}
        defaultValue={cards.find(isActive)?.id}
        onValue={(id) => {
          const card = cards.find((one) => one.id === id)
          if (card && !isActive(card)) onChoose(card)
        }}
        options={cards.map((card) => ({ value: card.id, label: name(card) }))}
      />
      <ul className={styles.removes}>
        {cards.map((card) => (
          <li key={card.id}>
            <Button
              variant="quiet"
              size="small"
              icon={<TrashIcon />}
              disabled={busy !== null}
              onClick={() => onRemove(card)}
            >
              {t.removeThis(lastFour(card.card_hash))}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
