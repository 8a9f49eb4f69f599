import { useState } from 'react'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { type Happening, happenings, productOf } from '#domain/claim-way/answers.ts'
import type { ProductName } from '#domain/products.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Picture } from '../../world/picture.tsx'
import { Advice } from './advice.tsx'
import { Emergency } from './emergency.tsx'
import words from './incident-kind-texts.ts'
import type { Draft } from './use-draft.ts'
import styles from './way.module.css'
import type { WayPolicy } from './way.ts'

type Props = {
  drafts: readonly Draft[]
  policies: readonly WayPolicy[]
  pending: readonly WayPolicy[]
  now: string
  /** The last day to tell of an accident of today; null: of one claim alone it is not asked. */
  tellBy: Day | null
  onHappened: (happened: Happening, policy: WayPolicy) => void
  onDraft: (id: string) => void
}

/** The policy of a product that something has most likely happened under: the one in force today. */
const likely = (policies: readonly WayPolicy[], happened: Happening, today: string) => {
  const of = policies.filter(({ policy_type }) => policy_type === productOf[happened])
  return of.find(({ start_date, end_date }) => start_date <= today && today <= end_date) ?? of[0]
}

/** The first stop: what happened, in three pictures; help for people before anything else. */
export function IncidentKind({
  drafts,
  policies,
  pending,
  now,
  tellBy,
  onHappened,
  onDraft,
}: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const [none, setNone] = useState<Happening | null>(null)
  const today = almatyDay(new Date(now))
  const [begun] = drafts
  const choose = (happened: Happening) => {
    const policy = likely(policies, happened, today)
    setNone(policy ? null : happened)
    if (policy) onHappened(happened, policy)
  }
  return (
    <div className={styles.stop}>
      <div className={styles.column}>
        <div>
          <h1>{t.title}</h1>
          <p className={styles.soft}>{t.lead}</p>
        </div>
        <Emergency />
        {begun ? (
          <Notice
            tone="info"
            title={t.begun}
            action={
              <Button size="small" variant="secondary" onClick={() => onDraft(begun.id)}>
                {t.goOn}
              </Button>
            }
          >
            {t.begunText(longDate(locale, almatyDay(new Date(begun.updated_at))))}
          </Notice>
        ) : null}
        <Events onChosen={choose} />
        {none ? <None product={productOf[none]} pending={pending} /> : null}
        <Notice tone="warn" title={t.term}>
          {tellBy ? t.termText(longDate(locale, tellBy)) : null}
        </Notice>
      </div>
      <Advice scene="road" />
    </div>
  )
}

/** No policy of this product, or one that has not begun. */
function None({ product, pending }: { product: ProductName; pending: readonly WayPolicy[] }) {
  const t = useTexts(words)
  const comes = pending.some(({ policy_type }) => policy_type === product)
  return (
    <Notice tone="warn" live title={(comes ? t.comes : t.none)[product]}>
      {comes ? t.comesText : t.noneText}
    </Notice>
  )
}

const pictures = {
  'hit-me': { of: 'crash', part: 'hit-me' },
  'i-hit': { of: 'crash', part: 'i-hit' },
  home: { of: 'flats', part: 'rooms' },
} as const satisfies Record<Happening, object>

/** What may have happened, each with its picture. */
function Events({ onChosen }: { onChosen: (happened: Happening) => void }) {
  const t = useTexts(words)
  return (
    <div className={styles.events}>
      {happenings.map((happened) => (
        <button
          key={happened}
          type="button"
          className={styles.event}
          onClick={() => onChosen(happened)}
        >
          <Picture {...pictures[happened]} className={styles.picture} eager />
          <span>
            <b>{t.events[happened].label}</b>
            <span>{t.events[happened].detail}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
