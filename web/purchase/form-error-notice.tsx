import { useEffect, useRef } from 'react'
import { brand } from '#brand'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { PhoneIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import words from './purchase-texts.ts'
import { finalIn } from './state/failure.ts'
import type { Trouble } from './state/state.ts'
import type { PurchaseActions } from './state/use-purchase.ts'

/**
 * What stopped the last action and the likeliest thing to do now, brought into sight: the button
 * that was pressed may stand far below.
 */
export function TroubleNotice({ purchase }: { purchase: PurchaseActions }) {
  const box = useRef<HTMLDivElement>(null)
  const { trouble } = purchase.state
  const { waiting } = purchase
  const final = finalIn(purchase.state)
  // Outside React: the scrolling of the document.
  useEffect(() => {
    if (trouble || final || waiting !== null) box.current?.scrollIntoView({ block: 'center' })
  }, [trouble, final, waiting])
  return (
    <div ref={box}>
      <Said purchase={purchase} />
    </div>
  )
}

/** Position errors have their own modal. */
function Said({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { state, dispatch, options, waiting, calculate, pay, fresh } = purchase
  const { trouble } = state
  if (waiting !== null && state.busy)
    return (
      <Notice
        tone="info"
        live
        title={waiting === 'goes-on' ? t.goesOn : t.waiting(waiting.seconds)}
      />
    )
  // A person on a list is told the neutral text and the number to call, whichever row it stands by.
  const final = finalIn(state)
  if (final?.code === 12004 && !trouble)
    return (
      <Notice
        tone="error"
        live
        title={final.message}
        action={
          <LinkButton
            look="secondary"
            size="small"
            href={`tel:${brand.callCentre}`}
            icon={<PhoneIcon />}
          >
            {t.call}
          </LinkButton>
        }
      />
    )
  if (final && !trouble) return <Notice tone="info" live title={final.message} action={<Write />} />
  if (!trouble || trouble.code === 12009 || trouble.code === 14013) return null
  const again = (): void => void (fresh ? pay() : calculate())
  const accepting = options.insurers.filter(
    (insurer) => insurer.acceptsBadScoring && insurer.code !== state.insurer,
  )
  if (trouble.code === 5 && trouble.reason === 'bad' && accepting.length > 0)
    return (
      <Notice
        tone="warn"
        live
        title={trouble.message}
        action={
          <Button
            size="small"
            look="secondary"
            onClick={() => {
              const [insurer] = accepting
              dispatch({ type: 'settled' })
              dispatch({
                type: 'set',
                patch: { step: 'company', ...(insurer ? { insurer: insurer.code } : {}) },
              })
            }}
          >
            {accepting.length === 1 && accepting[0]
              ? `${t.otherInsurer}: ${accepting[0].name[locale]}`
              : t.otherInsurer}
          </Button>
        }
      />
    )
  if ((trouble.code === 12004 && trouble.reason !== 'unavailable') || trouble.code === 14001)
    return (
      <Notice
        tone="error"
        live
        title={trouble.message}
        action={
          <LinkButton
            look="secondary"
            size="small"
            href={`tel:${brand.callCentre}`}
            icon={<PhoneIcon />}
          >
            {t.call}
          </LinkButton>
        }
      />
    )
  if (trouble.code === 14015)
    return <Notice tone="info" live title={trouble.message} action={<Write />} />
  return (
    <Notice
      tone={
        trouble.kind === 'offline' || trouble.kind === 'unavailable' || trouble.kind === 'timeout'
          ? 'warn'
          : 'error'
      }
      live
      title={
        trouble.day
          ? `${trouble.message}. ${t.from(longDate(locale, trouble.day))}`
          : titleOf(trouble, t)
      }
      action={
        <Button size="small" look="secondary" onClick={again}>
          {trouble.code === 14006 ? t.newCalculation : t.retry}
        </Button>
      }
    />
  )
}

function Write() {
  const t = useTexts(words)
  return (
    <LinkButton look="secondary" size="small" href={`mailto:${brand.email}`}>
      {t.write}
    </LinkButton>
  )
}

function titleOf(
  trouble: Trouble,
  t: {
    offline: string
    timeout: string
    unavailable: string
    server: string
    tooMany: string
    failed: string
  },
): string {
  if (trouble.kind === 'offline') return t.offline
  if (trouble.kind === 'timeout') return t.timeout
  if (trouble.kind === 'unavailable') return t.unavailable
  if (trouble.kind === 'server') return t.server
  if (trouble.kind === 'busy') return trouble.message || t.tooMany
  return trouble.message || t.failed
}
