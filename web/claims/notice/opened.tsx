import { Suspense, useCallback, useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { api } from '../../http/api.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { lazy } from '../../lazy.ts'
import { cabinetToken } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice as Told } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Prove } from '../harmed/prove.tsx'
import { Emergency } from '../way/emergency.tsx'
import way from '../way/way.module.css'
import headWords from './head-texts.ts'
import words from './texts.ts'
import type { Notice } from './use-notice.ts'

/** Loaded once it is known who opens the link: the page says so without it. */
const Both = lazy(() => import('./both.tsx').then(({ Both: part }) => ({ default: part })))

type At =
  | { is: 'looking' | 'over' | 'proving' }
  | { is: 'failed'; error: ApiError }
  | { is: 'there'; token: string; notice: Notice }

/** Storage key of the proof of a person who opened a link in this tab. */
const provedKey = 'qorgan.notice.proved'

/** The link that was shown: whether it is good, who opens it, and the notice with the other driver. */
export function Opened() {
  const t = useTexts(words)
  const head = useTexts(headWords)
  const locale = useLocale()
  const [key] = useState(() => location.hash.slice(1))
  const [at, setAt] = useState<At>({ is: key ? 'looking' : 'over' })
  const join = useCallback(
    async (token: string) => {
      try {
        const { data } = await api('claimNoticeJoin', { key }, { token })
        // The browser may forget the page while its driver reads an SMS: they prove themselves once.
        sessionStorage.setItem(provedKey, token)
        setAt({ is: 'there', token, notice: data })
      } catch (cause) {
        const error = apiErrorOf(cause)
        if (error.kind === 'unauthorised') {
          sessionStorage.removeItem(provedKey)
          return setAt({ is: 'proving' })
        }
        setAt(error.kind === 'missing' ? { is: 'over' } : { is: 'failed', error })
      }
    },
    [key],
  )
  useEffect(() => {
    if (!key) return
    const stop = new AbortController()
    api('claimNoticeLink', { key }, { signal: stop.signal }).then(
      ({ data }) => {
        const token = sessionStorage.getItem(provedKey) ?? cabinetToken()
        if (!data.good) setAt({ is: 'over' })
        else if (token) void join(token)
        else setAt({ is: 'proving' })
      },
      (cause: unknown) => {
        const error = apiErrorOf(cause)
        if (stop.signal.aborted) return
        setAt(error.kind === 'invalid' ? { is: 'over' } : { is: 'failed', error })
      },
    )
    return () => stop.abort()
  }, [key, join])
  if (at.is === 'there')
    return (
      <Suspense fallback={<RowProgress>{head.lead}</RowProgress>}>
        <Both which={{ key }} token={at.token} first={at.notice} goOn={null} />
      </Suspense>
    )
  if (at.is === 'proving')
    return (
      <>
        <Emergency />
        <Prove title={t.whoTitle} onProved={join} />
      </>
    )
  return (
    <div className={way.stop}>
      <div className={way.column}>
        <h1>{head.title}</h1>
        {at.is === 'looking' ? <RowProgress>{head.lead}</RowProgress> : null}
        {at.is === 'over' ? (
          <>
            <Told tone="warn" live title={t.linkOver}>
              {t.linkOverText}
            </Told>
            <LinkButton href={pathOf('claim-new', locale)}>{t.linkOverGo}</LinkButton>
          </>
        ) : null}
        {at.is === 'failed' ? (
          <Refused
            apiError={at.error}
            title={
              (at.error.kind === 'invalid' ? at.error.errors[0]?.message : at.error.message) ||
              t.failed
            }
          />
        ) : null}
      </div>
    </div>
  )
}
