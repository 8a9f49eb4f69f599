import { Suspense, useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Day } from '#domain/calendar.ts'
import { isPaper } from '#domain/claim-way/photographs.ts'
import { tabAddress } from '../../cabinet/tabs.ts'
import { lazy } from '../../lazy.ts'
import { goTo } from '../../navigation.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { Refused } from '../../ui/way-on.tsx'
import words from './head-texts.ts'
import { IncidentKind } from './incident-kind.tsx'
import { type Draft, newDraft, useDraft, type Wrong } from './use-draft.ts'
import { useShots } from './use-shots.ts'
import type { StopProps, WayPolicy } from './way.ts'
import { type Stop, stops, WayHead } from './way-head.tsx'

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

/** Where somebody who comes back goes on: the first stop that is not answered. */
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
