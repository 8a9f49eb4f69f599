import { type ComponentProps, useEffect } from 'react'
import { pathOf } from '#contract/pages.ts'
import { cabinetNeeds } from '#domain/cabinet-needs.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shownInactive, type Waiting } from '../cabinet/state.ts'
import { ask } from '../http/ask.ts'
import { askAnew, useReply } from '../http/replies.ts'
import { useWide } from '../purchase/review/use-wide.ts'
import { useLocale, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded, OnItsWay } from '../ui/loaded.tsx'
import { Help, Needs } from './needs.tsx'
import { OneOfMine } from './one-of-mine.tsx'
import { useOffers } from './renewal.tsx'
import { SmallPass } from './small-pass.tsx'
import styles from './tab.module.css'
import words from './texts.ts'

/**
 * My policies: what waits for the client, the passes (server active and pending), and behind one
 * line the inactive ones, six more at a time (specification, section 4, "Policy lists"). One policy
 * stands alone under its own address.
 */
export function PoliciesTab() {
  const { state, dispatch, policy: number } = useCabinet()
  const loading = useReply(ask, 'cabinetPolicies', {})
  // What waits beside the policies may fail; the passes are needed at the roadside.
  const applications = useReply(ask, 'cabinetApplications', {})
  const claims = useReply(ask, 'claimGetClaims', {})
  const isHere = [applications, claims].every(({ value, error }) => value || error)
  const again = () => void askAnew(['cabinetPolicies', 'cabinetApplications', 'claimGetClaims'])
  // What came is the cabinet's, so that other tabs have it too.
  useEffect(() => {
    if (!loading.value || !isHere) return
    dispatch({ type: 'policies', policies: loading.value })
    const waiting = { applications: applications.value, claims: claims.value }
    dispatch({ type: 'waiting', waiting })
  }, [loading.value, applications.value, claims.value, isHere, dispatch])
  const { active, inactive } = state.PERSONAL_POLICIES
  // Other tabs know the policies, too. What waits would push them down: it comes with them, or not.
  const isWhole = state.PERSONAL_WAITING || loading.error || number !== null
  return (
    <Loaded loading={loading} value={isWhole ? active : null}>
      {(current) =>
        number === null ? (
          <List current={[...current]} waiting={state.PERSONAL_WAITING} onAgain={again} />
        ) : (
          <OneOfMine
            policy={[...current, ...inactive].find(({ global_id }) => global_id === number)}
            onChanged={again}
          />
        )
      }
    </Loaded>
  )
}

type ListProps = { current: Policy[]; waiting: Waiting | null; onAgain: () => void }

/** The passes, and what waits for the client as far as it came. */
function List({ current, waiting, onAgain }: ListProps) {
  const { today } = useCabinet()
  const needs = waiting
    ? cabinetNeeds(
        {
          policies: current,
          applications: waiting.applications ?? [],
          claims: waiting.claims ?? [],
        },
        today,
      )
    : []
  const failed = waiting !== null && (waiting.applications === null || waiting.claims === null)
  const ending = needs.flatMap((need) => (need.what === 'renewal' ? [need.policy.global_id] : []))
  return (
    <Board
      key={ending.join(' ')}
      current={current}
      needs={needs}
      ending={ending}
      failed={failed}
      onAgain={onAgain}
    />
  )
}

type BoardProps = {
  current: Policy[]
  ending: readonly string[]
} & Omit<ComponentProps<typeof Needs>, 'offers'>

/**
 * A price explains itself in a line on phones, which is kept free for it; on a wide screen in as
 * many as it needs, so there everything comes with it.
 */
function Board({ current, needs, ending, failed, onAgain }: BoardProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { inactive } = useCabinet().state.PERSONAL_POLICIES
  const offers = useOffers(ending)
  const wide = useWide()
  if (wide && !offers) return <OnItsWay />
  return (
    <div className={styles.board}>
      <div className={styles.needs}>
        <Needs needs={needs} failed={failed} offers={offers} onAgain={onAgain} />
      </div>
      <div className={styles.mine}>
        {current.length === 0 ? (
          <EmptyState
            title={inactive.length > 0 ? t.noneActive : t.empty}
            action={<LinkButton href={pathOf('ogpo-calculator', locale)}>{t.calculate}</LinkButton>}
          >
            {inactive.length > 0 ? t.noneActiveText : t.emptyText}
          </EmptyState>
        ) : (
          <>
            <h3>{t.active}</h3>
            {current.map((policy) => (
              <SmallPass key={policy.uuid} policy={policy} />
            ))}
          </>
        )}
        <Inactive />
      </div>
      {current.some(({ state }) => state === 'active') ? (
        <div className={styles.help}>
          <Help />
        </div>
      ) : null}
    </div>
  )
}

/** What no longer holds, behind one line. */
function Inactive() {
  const t = useTexts(words)
  const { state, dispatch } = useCabinet()
  const { inactive, inactivePerPage } = state.PERSONAL_POLICIES
  const shown = shownInactive(state)
  if (inactive.length === 0) return null
  return (
    <Disclosure title={t.inactive(inactive.length)} className={styles.inactive}>
      <div className={styles.over}>
        {shown.map((policy) => (
          <SmallPass key={policy.uuid} policy={policy} />
        ))}
        {inactive.length > inactivePerPage ? (
          <LoadMore
            label={t.more}
            shown={t.shown(shown.length, inactive.length)}
            last={shown.length === inactive.length}
            onMore={() => dispatch({ type: 'more' })}
          />
        ) : null}
      </div>
    </Disclosure>
  )
}
