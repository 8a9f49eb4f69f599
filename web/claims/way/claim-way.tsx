import { type ComponentProps, Suspense } from 'react'
import { pathOf } from '#contract/pages.ts'
import { tabAddress } from '../../cabinet/tabs.ts'
import { api } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useRead } from '../../http/replies.ts'
import { lazy } from '../../lazy.ts'
import { claimToken } from '../../session/claim-token.ts'
import { cabinetToken, passGuards } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import '../claim-opener.ts'
import { Loaded } from '../../ui/loaded.tsx'
import words from './head-texts.ts'
import styles from './page.module.css'
import type { Given as ToWalk } from './stops.tsx'
import { WayHead } from './way-head.tsx'

const Stops = lazy(() => import('./stops.tsx').then(({ Stops: part }) => ({ default: part })))
const First = lazy(() =>
  import('../notice/first.tsx').then(({ First: part }) => ({ default: part })),
)
const Verdict = lazy(() => import('./verdict.tsx').then(({ Verdict: part }) => ({ default: part })))

type Given = ToWalk & { claim: string | null; notice: boolean }

/**
 * The way of a claim, from what happened to the verdict: a page of its own. `?draft=` goes on with
 * one that is begun, on any device; `?claim=` shows one that is sent. Who has proved no more than this
 * one claim asks for sees it alone.
 */
export function ClaimWay() {
  const locale = useLocale()
  const loading = useRead('claimDrafts', 'way', async (signal): Promise<Given | null> => {
    const query = new URLSearchParams(location.search)
    const claim = query.get('claim')
    const id = query.get('draft')
    if (claimToken())
      return { ...(await alone(claim ? null : id, signal)), claim, notice: query.has('notice') }
    if (!cabinetToken()) {
      passGuards(['auth'], null, locale)
      return null
    }
    const [policies, drafts, clock] = await Promise.all([
      ask('cabinetPolicies', {}, { signal }),
      ask('claimDrafts', {}, { signal }),
      api('clock', {}, { signal }),
    ])
    return {
      claim,
      notice: query.has('notice'),
      drafts: drafts.data,
      draft: drafts.data.find((one) => one.id === id) ?? null,
      policies: [...policies.data.active, ...policies.data.inactive].filter(
        ({ state }) => state !== 'cancelled',
      ),
      // Nothing can have happened under these yet.
      pending: policies.data.pending,
      now: clock.data.now,
      tellBy: policies.data.tell_by,
    }
  })
  const given = loading.value
  return (
    <div className={styles.page}>
      {given ? (
        <Suspense fallback={<Waiting loading={{ error: null, again: loading.again }} />}>
          {given.claim ? (
            <Verdict claimId={given.claim} />
          ) : given.notice && given.draft ? (
            <NoticePart draft={given.draft.id} />
          ) : (
            <Stops given={given} />
          )}
        </Suspense>
      ) : (
        <Waiting loading={loading} />
      )}
    </div>
  )
}

/** A claim without the cabinet it belongs to: no other one, and none of its policies. */
async function alone(id: string | null, signal: AbortSignal): Promise<ToWalk> {
  const [draft, clock] = await Promise.all([
    id ? ask('claimDraft', { id }, { signal }).then(({ data }) => data) : null,
    api('clock', {}, { signal }),
  ])
  return { draft, drafts: [], policies: [], pending: [], now: clock.data.now, tellBy: null }
}

/** The road with nothing on it yet, or why nothing comes. */
function Waiting({ loading }: Pick<ComponentProps<typeof Loaded>, 'loading'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <WayHead at="what" plate={null} back={tabAddress(pathOf('account', locale), 'claims')} />
      <h1 className="visually-hidden">{t.title}</h1>
      <Loaded loading={loading} value={null}>
        {() => null}
      </Loaded>
    </>
  )
}

/** The notice of a claim that is begun, with the way back to the claim. */
function NoticePart({ draft }: { draft: string }) {
  const back = `${pathOf('claim', useLocale())}?draft=${draft}`
  return (
    <>
      <WayHead at="where" plate={null} back={back} />
      <First draft={draft} />
    </>
  )
}
