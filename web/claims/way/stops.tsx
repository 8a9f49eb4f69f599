import { Suspense, useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { type Happening, happenings, productOf } from '#domain/claim-way/answers.ts'
import { isPaper } from '#domain/claim-way/photographs.ts'
import type { ProductName } from '#domain/products.ts'
import { tabAddress } from '../../cabinet/tabs.ts'
import { lazy } from '../../lazy.ts'
import { goTo } from '../../navigation.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Picture } from '../../world/picture.tsx'
import { Advice } from './advice.tsx'
import { Emergency } from './emergency.tsx'
import words from './head-texts.ts'
import incidentKindWords from './incident-kind-texts.ts'
import { type Draft, newDraft, useDraft, type Wrong } from './use-draft.ts'
import { useShots } from './use-shots.ts'
import styles from './way.module.css'
import type { StopProps, WayPolicy } from './way.ts'
import { type Stop, stops, WayHead } from './way-head.tsx'

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
function IncidentKind({ drafts, policies, pending, now, tellBy, onHappened, onDraft }: Props) {
  const t = useTexts(incidentKindWords)
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
  const t = useTexts(incidentKindWords)
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
  const t = useTexts(incidentKindWords)
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

const IncidentPlace = lazy(() =>
  import('./incident-place.tsx').then(({ IncidentPlace: part }) => ({ default: part })),
)
const Photographs = lazy(() =>
  import('./photographs.tsx').then(({ Photographs: part }) => ({ default: part })),
)
const Damage = lazy(() => import('./damage.tsx').then(({ Damage: part }) => ({ default: part })))
const Papers = lazy(() => import('./papers.tsx').then(({ Papers: part }) => ({ default: part })))

export type Given = {
  draft: Draft | null
  drafts: readonly Draft[]
  policies: readonly WayPolicy[]
  pending: readonly WayPolicy[]
  now: string
  /** The last day to tell of an accident of today. */
  tellBy: Day | null
}

const parts: Record<Exclude<Stop, 'what'>, (props: StopProps) => React.ReactNode> = {
  where: (props) => <IncidentPlace {...props} />,
  photographs: (props) => <Photographs {...props} />,
  damage: (props) => <Damage {...props} />,
  papers: (props) => <Papers {...props} />,
}

/** The stops one after another, with the browser's back and forward. */
export function Stops({ given }: { given: Given }) {
  const t = useTexts(words)
  return (
    <ToastRegion label={t.messages} closeLabel={t.close}>
      <Walk key={given.draft?.id} given={given} />
    </ToastRegion>
  )
}

function Walk({ given }: { given: Given }) {
  const t = useTexts(words)
  const locale = useLocale()
  const hand = useDraft(given.draft ?? newDraft())
  const { draft, answer, flush, offline } = hand
  const shots = useShots(draft, draft.version > 0, t.failed)
  const [at, go] = useStop(draft.id, given.draft ? firstOpen(given.draft) : 'what')
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const policy = given.policies.find(({ global_id }) => global_id === draft.answers.policy) ?? null
  const onwards = async (next: Stop) => {
    const found = await flush()
    setWrong(found)
    if (found.length === 0) go(next)
  }
  const props: StopProps = {
    hand,
    shots,
    policy,
    policies: given.policies,
    now: given.now,
    wrong,
    onwards,
  }
  const before = stops[stops.indexOf(at) - 1]
  return (
    <>
      <WayHead
        at={at}
        plate={at === 'what' ? null : plateOf(draft, policy)}
        back={before ? () => history.back() : tabAddress(pathOf('account', locale), 'claims')}
      />
      {offline ? (
        <Notice tone="warn" live title={t.offline}>
          {t.offlineText}
        </Notice>
      ) : null}
      {at === 'what' && wrong.length > 0 ? <Refused title={wrong[0]?.message || t.failed} /> : null}
      {at === 'what' ? (
        <IncidentKind
          drafts={given.drafts}
          policies={given.policies}
          pending={given.pending}
          now={given.now}
          tellBy={given.tellBy}
          onHappened={(happened, chosen) => {
            const place = chosen.home ? { place: chosen.home.address } : {}
            answer({ happened, policy: chosen.global_id, ...place })
            void onwards('where')
          }}
          onDraft={(id) => goTo(`${pathOf('claim', locale)}?draft=${id}`)}
        />
      ) : (
        <Suspense fallback={<Skeleton shape="card" />}>{parts[at](props)}</Suspense>
      )}
    </>
  )
}

const plateOf = ({ third_party: third, answers }: Draft, policy: WayPolicy | null) =>
  (third ? answers.own_plate : policy?.cars[0]?.registrationNumber) || null

/** Returns the step where a returning client goes on: the first unanswered one. */
function firstOpen({ answers, photographs }: Draft): Stop {
  if (!answers.happened) return 'what'
  if (!answers.on || !(answers.place || answers.position)) return 'where'
  // A paper is none of them: the notice both drivers signed comes before.
  if (!photographs.some(({ shows }) => !isPaper(shows))) return 'photographs'
  return answers.zones?.length || answers.words ? 'papers' : 'damage'
}

/** The stop in the address, so that «back» of the browser is the stop before. */
function useStop(draft: string, first: Stop): [Stop, (stop: Stop) => void] {
  const read = (): Stop => {
    const named = location.hash.slice(1)
    return stops.find((stop) => stop === named) ?? first
  }
  const [stop, setStop] = useState<Stop>(first)
  // The listener reads the address anew.
  useEffect(() => {
    const listen = () => setStop(read())
    addEventListener('popstate', listen)
    return () => removeEventListener('popstate', listen)
  }, []) // oxlint-disable-line react/exhaustive-deps
  return [
    stop,
    (next) => {
      history.pushState(null, '', `${location.pathname}?draft=${draft}#${next}`)
      setStop(next)
      scrollTo({ top: 0 })
    },
  ]
}
