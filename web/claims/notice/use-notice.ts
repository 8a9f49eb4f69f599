import { useCallback, useEffect, useState } from 'react'
import * as refusals from '#domain/refusals.ts'
import { api, type Reply } from '../../http/api.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'

type Signed = { signed_at: string | null }
type Seen = { version: number; first: Signed; second: Signed | null }

const signatures = ({ first, second }: Seen): number =>
  [first, second].filter((driver) => driver?.signed_at).length

/** Returns the newer of two notices: an answer overtaken by a newer one is dropped. */
export const newer = <Of extends Seen>(old: Of, come: Of): Of =>
  come.version < old.version || (come.version === old.version && signatures(come) < signatures(old))
    ? old
    : come

export type Notice = Reply<'claimNotice'>['data']
export type NoticeDriver = Notice['first']
/** Whose: of one's own claim, or by the link that was shown. */
export type Which = { draft: string } | { key: string }
export type Change = {
  shared: Partial<Notice['shared']>
  mine: Partial<Pick<NoticeDriver, 'plate' | 'zones' | 'words' | 'says'>>
}

/** How often the other phone's doings are looked for while the page is seen. */
const LOOK_MS = 3_000

/**
 * The notice as the server has it: what the other phone does comes by itself. `gone`: it is this
 * driver's no more, because the other one showed a new link or gave the claim up.
 */
function useBothPhones(which: Which, token: string, first: Notice) {
  const [notice, keep] = useState(first)
  const [gone, setGone] = useState(false)
  const setNotice = useCallback((come: Notice) => keep((old) => newer(old, come)), [])
  const key = JSON.stringify(which)
  const look = useCallback(
    async (signal?: AbortSignal) => {
      const of = { token, ...(signal ? { signal } : {}) }
      const { data } = await api('claimNoticeRead', JSON.parse(key) as Which, of)
      setNotice(data)
      return data
    },
    [token, key, setNotice],
  )
  // A bad line is tried again by the next look.
  useEffect(() => {
    if (gone) return
    const stop = new AbortController()
    const failed = (error: unknown) => {
      if (apiErrorOf(error).kind === 'missing') setGone(true)
    }
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') look(stop.signal).catch(failed)
    }, LOOK_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [look, gone])
  return { notice, setNotice, look, gone }
}

/** The notice on this phone; every action sends the version shown. */
export function useNotice(which: Which, token: string, first: Notice) {
  const { notice, setNotice, look, gone } = useBothPhones(which, token, first)
  const [asked, setAsked] = useState<number | null>(null)
  const [wrongCodes, setWrongCodes] = useState(0)
  const [wrongCode, setWrongCode] = useState<string | undefined>()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const { doing, once } = useMutation<'save' | 'code' | 'sign' | 'paper' | 'renew'>()
  const failed = (error: unknown) => setApiError(apiErrorOf(error))
  const begin = () => {
    setApiError(null)
    setWrongCode(undefined)
  }
  /** Saves as of `version`; returns the error, or null. */
  const save = async (version: number, change: Change): Promise<ApiError | null> => {
    let refused: ApiError | null = null
    begin()
    await once(
      async () => {
        const { data } = await api('claimNoticeSave', { ...which, version, ...change }, { token })
        setNotice(data)
        setAsked(null)
      },
      (error) => {
        refused = apiErrorOf(error)
      },
      'save',
    )
    return refused
  }
  const askCode = () => {
    begin()
    return once(
      async () => {
        await api('claimNoticeCode', { ...which, version: notice.version }, { token })
        setAsked(notice.version)
      },
      failed,
      'code',
    )
  }
  const sign = (code: string) => {
    begin()
    return once(
      async () => {
        const { version } = notice
        setNotice((await api('claimNoticeSign', { ...which, version, code }, { token })).data)
        setAsked(null)
      },
      (error) => {
        const found = apiErrorOf(error)
        if (found.kind !== 'refused' || found.code !== refusals.wrongCode) return setApiError(found)
        setWrongCode(found.message)
        setWrongCodes((count) => count + 1)
      },
      'sign',
    )
  }
  /** Makes a new link; a person who joined by the old one is a party no more. */
  const renew = (draft: string, anew: boolean) => {
    begin()
    return once(
      async () => setNotice((await api('claimNotice', { draft, anew }, { token })).data),
      failed,
      'renew',
    )
  }
  const openPaper = () => {
    begin()
    const open = async () => {
      location.assign((await api('claimNoticePaper', which, { token })).data.url)
    }
    return once(open, failed, 'paper')
  }
  const isAsked = asked === notice.version
  return {
    notice,
    gone,
    look,
    save,
    askCode,
    sign,
    renew,
    openPaper,
    isAsked,
    wrongCodes,
    wrongCode,
    apiError,
    doing,
  }
}
export type NoticeInHand = ReturnType<typeof useNotice>
