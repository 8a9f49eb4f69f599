import { z } from 'zod'
import { answerWith, call } from './call.ts'
import { Uuid } from './fields.ts'

/** The cards a client keeps with us: the acquirer's names of them, never a number. */
const client = ['user'] as const

export const PaymentCard = z.object({
  id: z.string(),
  /** As the acquirer masks it: `4400-00XX-XXXX-0001`. */
  card_hash: z.string(),
  /** `1` or true marks the active card (specification, section 3). Ours says `1`. */
  active: z.union([z.enum(['1', '0']), z.boolean()]),
  /** `2029-08`. */
  valid_to: z.string(),
})
export const getCards = call({
  path: '/api/cabinet/card/getCards',
  method: 'GET',
  may: client,
  about: 'The client’s bound cards, the newest first.',
  body: z.strictObject({}),
  reply: answerWith({ cards: z.array(PaymentCard) }),
})
export const addCard = call({
  path: '/api/cabinet/card/addCard',
  method: 'POST',
  may: client,
  about:
    'Opens the acquirer’s page where the client gives a card; it comes back to /account?tab=cards.',
  body: z.strictObject({}),
  reply: answerWith({ redirect_url: z.string(), message: z.string() }),
})
export const changeActiveCard = call({
  path: '/api/cabinet/card/changeActiveCard',
  method: 'POST',
  may: client,
  about: 'Makes one card the active one.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ message: z.string() }),
})
export const deleteCard = call({
  path: '/api/cabinet/card/deleteCard',
  method: 'POST',
  may: client,
  about:
    'Removes a card here and at the acquirer; deleting the active one makes the newest other active.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ message: z.string() }),
})
