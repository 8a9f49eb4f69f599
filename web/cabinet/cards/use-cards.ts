import { useCallback, useEffect, useState } from 'react'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { goTo } from '../../navigation.ts'
import { isWebAddress } from '../../web-address.ts'
import { useCabinet } from '../cabinet.ts'
import type { Card, PersonalState } from '../state.ts'

/**
 * How long the card messages stay before the next thing happens, ms (specification, section 9,
 * "Card confirmation / warning / redirect messages").
 */
export const cardConfirmationMs = 1500
export const cardWarningMs = 3000
export const cardRedirectMs = 3500
/** The failure of adding a card stays as long as a warning (section 4, "Cards"). */
export const cardFailureMs = 3000

/** The open view. A message gives way to the next view by itself after its time. */
export type CardView =
  | { kind: 'closed' }
  | { kind: 'modal' }
  | { kind: 'redirect'; to: string }
  | { kind: 'add-failed' }
  | { kind: 'changed'; message: string }
  /** `subscribed`: without a card the subscription is not renewed. */
  | { kind: 'only'; card: Card; subscribed: boolean }
  | { kind: 'remove'; card: Card }
  | { kind: 'trouble'; message: string }

const stays: Partial<Record<CardView['kind'], number>> = {
  redirect: cardRedirectMs,
  'add-failed': cardFailureMs,
  changed: cardConfirmationMs,
  only: cardWarningMs,
  trouble: cardFailureMs,
}

/** What follows a message once its time is over. */
export function viewAfter(view: CardView): CardView {
  if (view.kind === 'only') return { kind: 'remove', card: view.card }
  return view.kind === 'redirect' ? view : { kind: 'modal' }
}

/** Deleting the only card warns first. */
export const viewOnRemove = (card: Card, all: readonly Card[], subscribed: boolean): CardView =>
  all.length === 1 ? { kind: 'only', card, subscribed } : { kind: 'remove', card }

/** Whether a subscription is paid by card; while the policies are not known it may be. */
export const isSubscribed = ({
  PERSONAL_POLICIES: { active },
}: Pick<PersonalState, 'PERSONAL_POLICIES'>): boolean =>
  active?.some(({ subscription_active }) => subscription_active) ?? true

export function useCards(unavailable: string) {
  const { state, dispatch } = useCabinet()
  const [view, setView] = useState<CardView>({ kind: 'closed' })
  const { doing: busy, once } = useMutation('cabinetGetCards')
  const cards = state.PERSONAL_CARDS.list ?? []

  useEffect(() => {
    const ms = stays[view.kind]
    if (!ms) return
    const timer = setTimeout(() => {
      if (view.kind === 'redirect') goTo(view.to, { external: true })
      else setView(viewAfter(view))
    }, ms)
    return () => clearTimeout(timer)
  }, [view])

  const run = useCallback(
    async (what: string, act: () => Promise<void>, failed: (message: string) => CardView) => {
      await once(act, (error) => setView(failed(apiErrorOf(error).message || unavailable)), what)
    },
    [unavailable, once],
  )
  const trouble = (message: string): CardView => ({ kind: 'trouble', message })
  return {
    view,
    busy,
    cards,
    show: setView,
    add: () =>
      run(
        'add',
        async () => {
          const { redirect_url: to } = await ask('cabinetAddCard', {})
          setView(isWebAddress(to) ? { kind: 'redirect', to } : { kind: 'add-failed' })
        },
        () => ({ kind: 'add-failed' }),
      ),
    choose: (card: Card) =>
      run(
        card.id,
        async () => {
          const { message } = await ask('cabinetChangeActiveCard', { id: card.id })
          dispatch({ type: 'card-active', id: card.id })
          setView({ kind: 'changed', message })
        },
        trouble,
      ),
    askRemove: (card: Card) => setView(viewOnRemove(card, cards, isSubscribed(state))),
    remove: (card: Card) =>
      run(
        card.id,
        async () => {
          const { message } = await ask('cabinetDeleteCard', { id: card.id })
          setView({ kind: 'changed', message })
        },
        trouble,
      ),
  }
}
