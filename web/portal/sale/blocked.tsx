import { useEffect, useState } from 'react'
import { almatyDay, formatTime } from '#domain/calendar.ts'
import { pauseEdge } from '#domain/promoter/pause.ts'
import { capital } from '#texts/phrases.ts'
import type { Reply } from '../../http/api.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { portal } from '../portal.ts'
import words, { haltedWords } from './texts.ts'

type Page = Reply<'promoterBlockPageData'>['data']
type Halted = NonNullable<Reply<'promoterIsBlocked'>['data']['halted']>
/** Poll interval of the pause, ms. */
const pollMs = 60_000

/**
 * Returns the block page while issuance is paused, and what of a sale an outage stops; else null.
 */
export function useBlocked(): { blocked: Page | null; halted: Halted | null } {
  const [page, setPage] = useState<Page | null>(null)
  const [halted, setHalted] = useState<Halted | null>(null)
  // Polls the portal's switch, which can change at any time.
  useEffect(() => {
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      const { data } = await portal('promoterIsBlocked', {}, { signal: stop.signal })
      setHalted(data.halted)
      setPage(
        data.isBlocked
          ? (await portal('promoterBlockPageData', {}, { signal: stop.signal })).data
          : null,
      )
    }
    const again = (): void => void look().catch(() => {})
    again()
    const timer = setInterval(again, pollMs)
    addEventListener('focus', again)
    return () => {
      stop.abort()
      clearInterval(timer)
      removeEventListener('focus', again)
    }
  }, [])
  return { blocked: page, halted }
}

/** What is unavailable, since when, what to do, and what happens to a client's money. */
export function HaltedNotice({ halted: { what, since } }: { halted: Halted }) {
  const t = useTexts(haltedWords)
  const locale = useLocale()
  const at = since ? new Date(since) : null
  const day = at ? almatyDay(at) : null
  return (
    <Notice tone="error" live title={t.titles[what]}>
      {at && day ? (
        <p>
          {t.since(
            day === almatyDay(new Date())
              ? formatTime(at)
              : `${longDate(locale, day)}, ${formatTime(at)}`,
          )}
        </p>
      ) : null}
      <p>{t.texts[what]}</p>
    </Notice>
  )
}

/** Returns a function that formats a pause: by days if it covers them whole, else by the hour. */
export function usePause() {
  const locale = useLocale()
  const t = useTexts(words)
  return (edge: 'begin' | 'end', instant: string): string => {
    const { clock, hour } = pauseEdge(instant, edge)
    const day = longDate(locale, clock)
    const { whole, at } = t.pause[edge]
    return hour ? at(`${day}, ${hour}`) : whole(day)
  }
}

/** Why nothing can be issued now, from when till when, in the words of the person who paused it. */
export function BlockedNotice({ page }: { page: Page }) {
  const t = useTexts(words)
  const told = usePause()
  const { dateFrom, dateTo } = page
  const term = [dateFrom ? told('begin', dateFrom) : '', dateTo ? told('end', dateTo) : '']
    .filter(Boolean)
    .join(', ')
  return (
    <Notice tone="error" live title={t.blockedTitle}>
      {term ? <p>{capital(term)}</p> : null}
      {page.text ? <p>{page.text}</p> : null}
      {page.by ? <p>{t.blockedBy(page.by)}</p> : null}
    </Notice>
  )
}
