import { randomUUID } from 'node:crypto'
import { defaultLocale, localeOfTag } from '#domain/locale.ts'
import type { SandboxAsk, SandboxRoute, World } from '../sandbox-kit.ts'
import { languages, type Operation, operations } from './protocol.ts'
import { bindings, cards, maskPan } from './sandbox-card-book.ts'
import type { Answer, Form } from './sandbox-status.ts'
import type { PgParams } from './sign.ts'

export const missing: Answer = { error: 'notFound', text: 'Payment not found' }
export type Call = (
  operation: Operation,
  handle: (form: Form, ask: SandboxAsk) => Answer,
  plain?: boolean,
) => SandboxRoute

/** Cards that are kept: given on their page, listed, taken away. */
export const cardCalls = (world: World, call: Call): SandboxRoute[] => [
  call(operations.bind, (form, ask) => {
    const id = randomUUID()
    const { pg_user_id: userId, pg_post_link: noticeUrl, pg_back_link: backUrl } = form
    if (!userId || !noticeUrl || !backUrl || wrongLanguage(form))
      return { error: 'badField', text: 'Fields are missing or wrong' }
    bindings(world).set(id, {
      id,
      userId,
      noticeUrl,
      backUrl,
      locale: localeOfTag(form.pg_language ?? '') ?? defaultLocale,
      state: 'open',
    })
    world.saved()
    return { done: { pg_redirect_url: `${originOf(ask)}/acquirer/bind/${id}` } }
  }),
  call(operations.cards, (form) => {
    const own = [...cards(world).values()].filter(
      (card) => card.userId === form.pg_user_id && !card.removed,
    )
    const card = own.map((card) => ({
      pg_card_id: card.id,
      pg_card_hash: maskPan(card.pan),
      pg_card_token: card.token,
      pg_status: 'success',
      created_at: card.addedAt,
    }))
    const done: PgParams = card.length > 0 ? { card } : {}
    return { done }
  }),
  call(operations.removeCard, (form) => {
    const card = cards(world).get(form.pg_card_token ?? '')
    if (!card || card.userId !== form.pg_user_id || card.removed) return missing
    card.removed = true
    world.saved()
    return { done: { card: { pg_status: 'deleted' } } }
  }),
]
export const wrongLanguage = ({ pg_language: language }: Form) =>
  language !== undefined && !languages.some((one) => one === language)
export const originOf = ({ headers }: SandboxAsk) => `http://${headers.host ?? 'localhost'}`
