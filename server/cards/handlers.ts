import type { Handlers } from '../http/route.ts'
import * as cards from './cards.ts'

/** Handlers of the calls of cards. */
export const cardsHandlers = {
  cabinetGetCards: cards.getCards,
  cabinetAddCard: cards.addCard,
  cabinetChangeActiveCard: cards.changeActiveCard,
  cabinetDeleteCard: cards.deleteCard,
} satisfies Partial<Handlers>
