import { type ReactNode, useEffect, useRef } from 'react'
import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { type WayOn, waysOn } from '#domain/way-on.ts'
import { flowName } from '../flow.ts'
import type { ApiError } from '../http/http.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from './button.tsx'
import { PhoneIcon } from './icons.tsx'
import { Notice, type NoticeProps } from './notice.tsx'
import styles from './way-on.module.css'
import words from './way-on-texts.ts'

/** Acts of the page itself, by remedy. */
export type Acts = Partial<Record<WayOn, (() => void) | undefined>>

type WaysProps = {
  code: number | null
  reason?: string | null | undefined
  acts?: Acts | undefined
  /** Number of remedies offered; the call is the last. */
  most?: number
}

/**
 * A client's remedies of a refusal, the likeliest first and solid: a link, or an act of this page.
 * There is always one: calling.
 */
export function WaysOn({ code, reason, acts = {}, most = 2 }: WaysProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const ways = waysOn(code, reason).filter((way) => acts[way] ?? addressOf(way, locale))
  return (
    <div className={styles.ways}>
      {ways.slice(0, most).map((way, place) => {
        const act = acts[way]
        const look = { size: 'small', variant: place === 0 ? 'primary' : 'secondary' } as const
        return act ? (
          <Button key={way} {...look} onClick={act}>
            {t[way]}
          </Button>
        ) : (
          <LinkButton
            key={way}
            {...look}
            href={addressOf(way, locale) ?? ''}
            external={way === 'register' || way === 'link_phone'}
            icon={way === 'call' ? <PhoneIcon /> : undefined}
          >
            {t[way]}
          </LinkButton>
        )
      })}
    </div>
  )
}

/** The public portal of e-government. */
const egovPortal = 'https://egov.kz/'

/** Returns the address of a remedy; null if only the page can do it. */
function addressOf(way: WayOn, locale: Locale): string | null {
  switch (way) {
    case 'egov':
      // A partner's client stays with the partner.
      return flowName() === 'partner' ? null : pathOf('egov-ogpo', locale)
    case 'link_phone':
    case 'register':
      return egovPortal
    case 'sign_in':
    case 'policies':
      return pathOf('account', locale)
    case 'organisations':
      return pathOf('organisations', locale)
    case 'call_back':
      return pathOf('call-back', locale)
    case 'call':
      return `tel:${brand.callCentre}`
    default:
      return null
  }
}

type RefusedProps = {
  /** Absent if only the words are known. */
  apiError?: (Pick<ApiError, 'kind' | 'message'> & { code?: number | null }) | undefined
  reason?: string | null | undefined
  acts?: Acts | undefined
  tone?: NoticeProps['tone']
  /** Text instead of the server's words. */
  title?: string | undefined
  children?: NoticeProps['children']
}

/** A refusal in words, with its remedy as the first button. */
export function Refused({ apiError, reason, acts, tone = 'error', title, children }: RefusedProps) {
  const { code = null, message = '' } = apiError ?? {}
  return (
    <InSight of={apiError ?? title}>
      <Notice
        tone={tone}
        live
        title={title ?? message}
        action={<WaysOn code={code} reason={reason} acts={acts} />}
      >
        {code === refusals.phoneNotLinked ? <PhoneHelp /> : children}
      </Notice>
    </InSight>
  )
}

/** Scrolls to the refusal and focuses it: the pressed button may be far away. */
export function InSight({ of, children }: { of: unknown; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // The scrolling and the focus of the document.
  useEffect(() => {
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [of])
  return (
    <div ref={box} tabIndex={-1} className={styles.seen}>
      {children}
    </div>
  )
}

/** How a number is registered to its owner, and what to do for one's parents. */
function PhoneHelp() {
  const t = useTexts(words)
  return (
    <ul className={styles.help}>
      <li>{t.egovHow}</li>
      <li>{t.linkHow}</li>
      <li>{t.parents}</li>
    </ul>
  )
}
