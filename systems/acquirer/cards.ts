import { bindReply, cardsReply, removeReply } from './card-replies.ts'
import { type AskAcquirer, refusalOf, unclear } from './exchange.ts'
import type { Acquirer } from './port.ts'
import { absent, languageOf, operations } from './protocol.ts'
import { isRefusal } from './replies.ts'

/** Cards that a client keeps with them. */
export const cards = (
  ask: AskAcquirer,
): Pick<Acquirer, 'startBinding' | 'cards' | 'removeCard'> => ({
  async startBinding({ userId, locale, noticeUrl, backUrl }) {
    const fields = {
      pg_user_id: userId,
      pg_language: languageOf(locale),
      pg_post_link: noticeUrl,
      pg_back_link: backUrl,
    }
    const reply = await ask(operations.bind, bindReply, userId, fields, true)
    return isRefusal(reply) ? refusalOf(reply) : { redirectUrl: reply.pg_redirect_url }
  },

  async cards(userId) {
    const reply = await ask(operations.cards, cardsReply, userId, { pg_user_id: userId }, true)
    if (isRefusal(reply)) throw unclear(operations.cards, `error ${reply.pg_error_code}`)
    return [reply.card ?? []].flat().map((card) => ({
      id: card.pg_card_id,
      token: card.pg_card_token,
      maskedPan: card.pg_card_hash,
      addedAt: card.created_at,
    }))
  },

  async removeCard({ userId, token }) {
    const reply = await ask(
      operations.removeCard,
      removeReply,
      userId,
      { pg_user_id: userId, pg_card_token: token },
      true,
    )
    // A card that is already gone is removed.
    if (isRefusal(reply) && !absent.includes(reply.pg_error_code))
      throw unclear(operations.removeCard, `error ${reply.pg_error_code}`)
  },
})
