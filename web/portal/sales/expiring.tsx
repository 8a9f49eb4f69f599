import { Suspense, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import { SmallPlate } from '../../desks/small-plate.tsx'
import type { Reply } from '../../http/api.ts'
import { useReplyPages } from '../../http/replies.ts'
import { lazy } from '../../lazy.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { portal } from '../portal.ts'
import styles from './desk.module.css'
import words from './texts.ts'

type Page = Reply<'promoterExpiring'>['data']
type Ending = Page['policies'][number]
/** So many days before the end a policy is no matter for another week. */
const SOON = 7
/** How far the list looks ahead: the whole of the bar. */
const AHEAD = 30
/** So many stand open; the others come with a press. */
const SHOWN = 8

const TodaysPrice = lazy(() =>
  import('./todays-price.tsx').then((module) => ({ default: module.TodaysPrice })),
)

/** Own policies that end within 30 days, the soonest first, each one press from being prolonged. */
export function Expiring() {
  const t = useTexts(words)
  const { loading, page, rest } = useReplyPages<'promoterExpiring', Page>(
    portal,
    'promoterExpiring',
    { limit: SHOWN },
    (before, after) => ({ ...after, policies: [...before.policies, ...after.policies] }),
  )
  return (
    <section className={styles.part} aria-labelledby="expiring">
      <h2 id="expiring">{t.expiring}</h2>
      <Loaded loading={loading} value={page}>
        {({ policies }) => {
          if (policies.length === 0) return <p className={styles.note}>{t.noExpiring}</p>
          return (
            <>
              <ul className={styles.ending}>
                {policies.map((policy) => (
                  <EndingLine key={policy.globalId} policy={policy} />
                ))}
              </ul>
              {rest ? <LoadMore label={t.more} shown={t.shown(policies.length)} {...rest} /> : null}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function EndingLine({ policy }: { policy: Ending }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [priced, setPriced] = useState(false)
  const { globalId, endDate, daysLeft, cars, policyholder, phone } = policy
  return (
    <li data-walk>
      <div>
        <p className={styles.who}>{policyholder}</p>
        <p className={styles.note}>
          {cars.map(({ registrationNumber }) => (
            <SmallPlate key={registrationNumber} plate={registrationNumber} />
          ))}{' '}
          {phone}
        </p>
      </div>
      <div className={styles.left} data-soon={daysLeft <= SOON ? '' : undefined}>
        <p>{t.daysLeft(daysLeft)}</p>
        <span className={styles.strip} aria-hidden="true">
          <i style={{ inlineSize: `${Math.min(100, Math.max(3, (daysLeft / AHEAD) * 100))}%` }} />
        </span>
        <p className={styles.note}>{numericDay(endDate)}</p>
      </div>
      <div className={styles.buttons}>
        {priced ? null : (
          <Button
            size="small"
            variant="quiet"
            aria-label={`${t.today}: ${policyholder}`}
            onClick={() => setPriced(true)}
          >
            {t.today}
          </Button>
        )}
        <LinkButton
          size="small"
          variant="secondary"
          href={`${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ prolong: globalId })}`}
        >
          {t.prolong}
        </LinkButton>
      </div>
      {priced ? (
        <div className={styles.priced} data-asked>
          <Suspense>
            <TodaysPrice globalId={globalId} />
          </Suspense>
        </div>
      ) : null}
    </li>
  )
}
