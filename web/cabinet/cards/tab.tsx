import { type ReactNode, useEffect } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import { cardMark } from '#domain/card-end.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { CardIcon, PlusIcon, TrashIcon } from '../../ui/later-icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import page from '../cabinet.module.css'
import { useCabinet } from '../cabinet.ts'
import { brandOf, type Card, isActive, lastFour } from '../state.ts'
import shell from '../texts.ts'
import styles from './cards.module.css'
import words from './texts.ts'
import { useCards } from './use-cards.ts'

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

/**
 * Payment methods: bound cards with brand and last four digits, and the modal that adds, chooses
 * and deletes them.
 */
export function CardsTab() {
  const t = useTexts(words)
  const { state, dispatch } = useCabinet()
  const loading = useReply(ask, 'cabinetGetCards', {})
  // Whether a subscription hangs on a card; a list that does not come stops no card.
  const { value: policies } = useReply(ask, 'cabinetPolicies', {})
  const { unavailable } = useTexts(shell)
  const all = useCards(unavailable)
  const { view, busy, show, add, remove } = all
  useEffect(() => {
    if (loading.value) dispatch({ type: 'cards', cards: loading.value.cards })
  }, [loading.value, dispatch])
  useEffect(() => {
    if (policies) dispatch({ type: 'policies', policies })
  }, [policies, dispatch])
  useEffect(() => {
    if (loading.error === 'error') dispatch({ type: 'cards-failed' })
  }, [loading.error, dispatch])

  const addButton = (
    <Button icon={<PlusIcon />} busy={busy === 'add'} onClick={() => void add()}>
      {t.add}
    </Button>
  )
  return (
    <>
      <Loaded
        loading={loading}
        value={state.PERSONAL_CARDS.list}
        failed={state.PERSONAL_CARDS.error ? t.listFailed : undefined}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t.empty} action={addButton}>
              {t.emptyText}
            </EmptyState>
          ) : (
            <>
              <p className={page.soft}>{t.lead}</p>
              <ul className={styles.cards}>
                {list.map((card) => (
                  <BankCard key={card.id} card={card} />
                ))}
              </ul>
              <div className={page.actions}>
                <Button variant="secondary" onClick={() => show({ kind: 'modal' })}>
                  {t.manage}
                </Button>
                {addButton}
              </div>
            </>
          )
        }
      </Loaded>
      <CardsDialog all={all} addButton={addButton} />
      {view.kind === 'remove' ? (
        <ConfirmDialog
          open
          danger
          title={t.removeTitle}
          text={t.removeText(lastFour(view.card.card_hash))}
          yes={t.removeYes}
          no={t.removeNo}
          busy={busy === view.card.id}
          onYes={() => void remove(view.card)}
          onNo={() => show({ kind: 'modal' })}
        />
      ) : null}
    </>
  )
}

type Cards = ReturnType<typeof useCards>

/** The cards to choose from, or what came of the last act. */
function CardsDialog({ all, addButton }: { all: Cards; addButton: ReactNode }) {
  const t = useTexts(words)
  const { view, busy, cards, show, choose, askRemove } = all
  const message = messageOf(view, t)
  return (
    <Dialog
      open={view.kind !== 'closed' && view.kind !== 'remove'}
      onClose={() => show({ kind: 'closed' })}
      title={t.title}
      closeLabel={t.close}
      actions={message ? undefined : addButton}
    >
      {message ? (
        <Notice tone={message.tone} live title={message.title}>
          {message.text}
        </Notice>
      ) : null}
      {view.kind === 'redirect' ? <RowProgress>{t.opening}</RowProgress> : null}
      {view.kind === 'modal' ? (
        cards.length === 0 ? (
          <p>{t.empty}</p>
        ) : (
          <CardChoice
            cards={cards}
            busy={busy}
            onChoose={(card) => void choose(card)}
            onRemove={askRemove}
          />
        )
      ) : null}
    </Dialog>
  )
}

type Message = { tone: 'info' | 'success' | 'warn' | 'error'; title: string; text?: string }

function messageOf(view: Cards['view'], t: (typeof words)['kz']): Message | null {
  if (view.kind === 'redirect') return { tone: 'info', title: t.redirect }
  if (view.kind === 'add-failed')
    return { tone: 'error', title: t.addFailed, text: t.addFailedNote }
  if (view.kind === 'changed') return { tone: 'success', title: view.message }
  if (view.kind === 'only')
    return { tone: 'warn', title: view.subscribed ? t.onlySubscribed : t.only }
  if (view.kind === 'trouble') return { tone: 'error', title: view.message }
  return null
}

function BankCard({ card }: { card: Card }) {
  const t = useTexts(words)
  const [year, month] = card.valid_to.split('-')
  const mark = cardMark(card.valid_to, almatyDay(new Date()))
  return (
    <li className={styles.card} data-active={isActive(card) ? '' : undefined}>
      <div className={styles.top}>
        <CardIcon />
        <span>{t.brands[brandOf(card.card_hash)]}</span>
      </div>
      <p className={styles.number}>{t.ending(lastFour(card.card_hash))}</p>
      <div className={styles.foot}>
        <span>{year && month ? t.until(`${month}/${year.slice(2)}`) : ''}</span>
        {mark ? (
          <Chip tone="bad" icon={<WarnIcon />}>
            {t[mark]}
          </Chip>
        ) : null}
        {isActive(card) ? (
          <Chip tone="good" icon={<CheckIcon />}>
            {t.main}
          </Chip>
        ) : null}
      </div>
    </li>
  )
}
