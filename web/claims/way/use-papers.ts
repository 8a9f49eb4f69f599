import { useCallback, useState } from 'react'
import * as refusals from '#domain/refusals.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { carryClaimToken } from '../../session/claim-token.ts'
import type { DraftInHand, Wrong } from './use-draft.ts'

export type Made = Reply<'claimDraftPapers'>['data']
type Doing = 'make' | 'code' | 'send'

/**
 * Both applications of a claim, the code that signs them, and the sending. What was shown is what
 * is signed: answers that changed since make them anew.
 */
export function usePapers(hand: DraftInHand, onSent: (claimId: string) => void) {
  const [made, setMade] = useState<Made | null>(null)
  const [lacks, setLacks] = useState<readonly Wrong[]>([])
  const [asked, setAsked] = useState(false)
  const [changed, setChanged] = useState(false)
  const [wrongCodes, setWrongCodes] = useState(0)
  const [wrongCode, setWrongCode] = useState<string | undefined>()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const { doing, once } = useMutation<Doing>()
  const { id } = hand.draft

  const failed = useCallback((error: unknown) => {
    const found = apiErrorOf(error)
    if (found.kind === 'invalid') return setLacks(found.errors)
    setApiError(found)
  }, [])
  const make = useCallback(
    () =>
      once(
        async () => {
          setLacks([])
          setApiError(null)
          setAsked(false)
          setMade((await ask('claimDraftPapers', { id })).data)
        },
        failed,
        'make',
      ),
    [once, failed, id],
  )
  /** Somebody answered on another device after these were made: they are made and shown anew. */
  const orAnew = useCallback(
    (error: unknown) => {
      const found = apiErrorOf(error)
      if (found.kind !== 'refused' || found.code !== refusals.claimChanged) return failed(error)
      setChanged(true)
      setMade(null)
      void hand.renew()
    },
    [failed, hand],
  )
  const askCode = () =>
    once(
      async () => {
        setApiError(null)
        setWrongCode(undefined)
        if (!made) return
        await ask('claimDraftCode', { id, version: made.version })
        setAsked(true)
      },
      orAnew,
      'code',
    )
  const send = (code?: string) =>
    once(
      async () => {
        setApiError(null)
        setLacks([])
        if (!made) return
        const sent = await ask('claimDraftSend', {
          id,
          version: made.version,
          ...(code ? { code } : {}),
        })
        carryClaimToken(id, sent.claim_id)
        onSent(sent.claim_id)
      },
      (error) => {
        const found = apiErrorOf(error)
        if (found.kind !== 'refused' || found.code !== refusals.wrongCode) return orAnew(error)
        setWrongCode(found.message)
        setWrongCodes((count) => count + 1)
      },
      'send',
    )
  return {
    made,
    lacks,
    asked,
    changed,
    wrongCodes,
    wrongCode,
    apiError,
    doing,
    make,
    askCode,
    send,
  }
}
export type PapersInHand = ReturnType<typeof usePapers>
