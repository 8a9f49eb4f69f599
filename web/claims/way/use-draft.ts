import { useCallback, useEffect, useRef, useState } from 'react'
import type { ClaimAnswers } from '#domain/claim-way/answers.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'

export type Draft = Reply<'claimDraft'>['data']
export type Wrong = { path: string; message: string }

/** How long after a failed try the line is tried again. */
const AGAIN_MS = 4_000

/** A claim that is begun on this page and not on the server yet. */
export const newDraft = (): Draft => ({
  id: crypto.randomUUID(),
  version: 0,
  answers: {},
  photographs: [],
  third_party: null,
  notice_file: null,
  asks_identity: false,
  signs_by_code: true,
  kept_until: '',
  updated_at: '',
})

/**
 * The claim being answered: an answer shows at once and is sent when its step is left (`flush`).
 * Offline, it waits here and is sent automatically.
 */
export function useDraft(first: Draft) {
  const [draft, setDraft] = useState(first)
  const [offline, setOffline] = useState(false)
  const waiting = useRef<ClaimAnswers>({})
  const going = useRef<Promise<Wrong[]> | null>(null)

  const answer = useCallback((changed: ClaimAnswers) => {
    waiting.current = { ...waiting.current, ...changed }
    setDraft((now) => ({ ...now, answers: { ...now.answers, ...changed } }))
  }, [])

  const { id } = draft
  const send = useCallback(async (): Promise<Wrong[]> => {
    const answers = waiting.current
    if (Object.keys(answers).length === 0) return []
    waiting.current = {}
    try {
      const { data } = await ask('claimDraftSave', { id, answers })
      setOffline(false)
      setDraft({ ...data, answers: { ...data.answers, ...waiting.current } })
      return []
    } catch (error) {
      const apiError = apiErrorOf(error)
      waiting.current = { ...answers, ...waiting.current }
      if (apiError.kind === 'invalid') return apiError.errors
      setOffline(true)
      return []
    }
  }, [id])
  /** Sends the waiting answers one after another; returns those the server rejected. */
  const flush = useCallback(async (): Promise<Wrong[]> => {
    await going.current
    going.current = send()
    const wrong = await going.current
    going.current = null
    return wrong
  }, [send])

  useEffect(() => {
    if (!offline) return
    const again = () => void flush()
    const timer = setInterval(again, AGAIN_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [offline, flush])
  /** Something answered here is not on the server yet. */
  const dirty = useCallback(() => Object.keys(waiting.current).length > 0, [])
  const renew = useCallback(async () => setDraft((await ask('claimDraft', { id })).data), [id])
  return { draft, answer, flush, dirty, renew, offline }
}
export type DraftInHand = ReturnType<typeof useDraft>
