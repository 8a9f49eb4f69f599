import { useCallback, useEffect, useRef, useState } from 'react'
import { onlyOne, type Shows } from '#domain/claim-way/photographs.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { sendForm } from '../../http/upload.ts'
import { smaller, takenAt } from './smaller.ts'
import type { Draft } from './use-draft.ts'

/** A photograph: uploading, stored by the server, or refused with its reason. */
export type Shot = {
  id: string
  shows: Shows
  name: string
  state: 'waiting' | 'sending' | 'kept' | 'failed'
  share: number
  error: string | null
  scan: Draft['photographs'][number]['scan']
  /** Here, to be seen; null when it was sent from another device. */
  file: File | null
}

/** At a time: more of them would only share a bad line. */
const AT_ONCE = 2
const AGAIN_MS = 4_000

const shotOf = ({ id, shows, name, scan }: Draft['photographs'][number]): Shot => ({
  id,
  shows,
  name,
  scan,
  share: 1,
  error: null,
  file: null,
  state: 'kept',
})

/**
 * The photographs of a claim: several are chosen at once and uploaded one after another, each shown
 * as saved only when the server has it. Offline, they wait and go on automatically. `saved`: the
 * server knows their claim.
 */
export function useShots(draft: Pick<Draft, 'id' | 'photographs'>, saved: boolean, lost: string) {
  const [shots, setShots] = useState<readonly Shot[]>(() => draft.photographs.map(shotOf))
  const sending = useRef(new Set<string>())
  const change = useCallback(
    (id: string, next: Partial<Shot>) =>
      setShots((list) => list.map((shot) => (shot.id === id ? { ...shot, ...next } : shot))),
    [],
  )
  const upload = useCallback(
    async ({ id, shows, file }: Shot) => {
      if (!file) return
      change(id, { state: 'sending', share: 0, error: null })
      try {
        await sent(draft.id, { id, shows, file }, (share) => change(id, { share }))
        change(id, { state: 'kept', share: 1 })
      } catch (error) {
        const apiError = apiErrorOf(error)
        if (apiError.kind === 'invalid')
          change(id, { state: 'failed', error: apiError.errors[0]?.message ?? apiError.message })
        else if (apiError.kind === 'offline') change(id, { state: 'waiting', share: 0 })
        else change(id, { state: 'failed', error: apiError.message || lost })
      } finally {
        sending.current.delete(id)
      }
    },
    [change, draft.id, lost],
  )
  const next = useCallback(() => {
    if (!saved) return
    for (const shot of shots) {
      if (sending.current.size >= AT_ONCE) return
      if (shot.state !== 'waiting' || sending.current.has(shot.id)) continue
      sending.current.add(shot.id)
      void upload(shot)
    }
  }, [saved, shots, upload])
  useGoingOn(
    shots.some(({ state }) => state === 'waiting'),
    next,
  )
  const pending = shots.some(({ state }) => state === 'waiting' || state === 'sending')
  useStaying(pending)

  const add = useCallback((files: readonly File[], shows: readonly Shows[]) => {
    const taken = files.map((file, index): Shot => {
      const what = shows[index] ?? shows.at(-1) ?? 'more'
      return {
        id: crypto.randomUUID(),
        shows: what,
        name: file.name,
        file,
        share: 0,
        state: 'waiting',
        error: null,
        scan: 'waiting',
      }
    })
    const replaced = new Set(
      taken.map(({ shows: what }) => what).filter((what) => onlyOne.includes(what)),
    )
    setShots((list) => [...list.filter(({ shows: what }) => !replaced.has(what)), ...taken])
  }, [])
  const drop = useCallback(
    (shot: Shot) => {
      setShots((list) => list.filter(({ id }) => id !== shot.id))
      if (shot.state !== 'kept') return
      ask('claimDraftDropPhotograph', { draft_id: draft.id, id: shot.id }).catch(() =>
        setShots((list) => [...list, shot]),
      )
    },
    [draft.id],
  )
  const again = useCallback(
    (shot: Shot) => change(shot.id, { state: 'waiting', error: null }),
    [change],
  )
  /** Takes over the scanner's verdicts. */
  const seen = useCallback((photographs: Draft['photographs']) => {
    const scans = new Map(photographs.map(({ id, scan }) => [id, scan]))
    setShots((list) => list.map((shot) => ({ ...shot, scan: scans.get(shot.id) ?? shot.scan })))
  }, [])
  return { shots, pending, add, drop, again, seen }
}

/** One photograph as its form; answered when the server has it. */
async function sent(
  draftId: string,
  { id, shows, file }: { id: string; shows: Shows; file: File },
  onShare: (share: number) => void,
): Promise<void> {
  const body = new FormData()
  // Fields precede the file.
  for (const [name, value] of Object.entries({ draft_id: draftId, id, shows }))
    body.set(name, value)
  const small = await smaller(file)
  // Shrinking a photograph drops the camera's metadata.
  const place = small === file ? null : await takenAt(file)
  if (place) body.set('taken_at', `${place.latitude},${place.longitude}`)
  body.set('photograph', small, small.name)
  await sendForm('claimAddPhotograph', body, onShare)
}

/** What waits goes at once, and again while it cannot. */
function useGoingOn(waits: boolean, next: () => void) {
  useEffect(() => {
    if (!waits) return
    if (navigator.onLine) next()
    const timer = setInterval(next, AGAIN_MS)
    addEventListener('online', next)
    return () => {
      clearInterval(timer)
      removeEventListener('online', next)
    }
  }, [waits, next])
}

/** Warns before the tab closes if an upload is pending: it would be lost. */
function useStaying(pending: boolean) {
  useEffect(() => {
    if (!pending) return
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', stay)
    return () => removeEventListener('beforeunload', stay)
  }, [pending])
}
export type ShotsInHand = ReturnType<typeof useShots>
