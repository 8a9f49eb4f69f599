import { type ComponentProps, type MouseEvent, type ReactElement, useEffect } from 'react'
import { pathOf } from '#contract/pages.ts'
import { cabinetNeeds } from '#domain/cabinet-needs.ts'
import type { ProductName } from '#domain/products.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shownInactive, type Waiting } from '../cabinet/state.ts'
import shell from '../cabinet/texts.ts'
import { ask } from '../http/ask.ts'
import { askAnew, useReply } from '../http/replies.ts'
import { useWide } from '../purchase/review/use-wide.ts'
import { useLocale, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { BackIcon } from '../ui/icons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded, OnItsWay } from '../ui/loaded.tsx'
import { useWallets, type Wallets } from '../wallet/wallet.tsx'
import { Help, Needs } from './needs.tsx'
import { OneHome } from './one-home.tsx'
import { Parts } from './parts.tsx'
import { OnePolicy } from './policy.tsx'
import { useOffers } from './renewal.tsx'
import { SmallPass } from './small-pass.tsx'
import styles from './tab.module.css'
import { mineWords as oneOfMineWords } from './tab-texts.ts'
import words from './texts.ts'

/**
 * What its QR code leads to and the wallets it may be put into: null where there are none,
 * undefined while they are asked for.
 */
type Shown = {
  policy: Policy
  checkUrl: string | null | undefined
  wallets: Wallets | null | undefined
  onChanged: () => void
}

/** How a policy of each product is drawn among the client's own. */
const cards: Readonly<Record<ProductName, (shown: Shown) => ReactElement | null>> = {
  ogpo: (shown) => <OnePolicy {...shown} />,
  home: ({ policy, onChanged }) =>
    policy.home ? <OneHome policy={policy} home={policy.home} onChanged={onChanged} /> : null,
}

/** Products whose policies a phone's wallet takes. */
export const inWallets: Readonly<Record<ProductName, boolean>> = { ogpo: true, home: false }

/** A policy of the client, drawn as its product's. */
export const PolicyCard = (shown: Shown): ReactElement | null =>
  cards[shown.policy.policy_type](shown)

type Props = { policy: Policy | undefined; onChanged: () => void }

/** One policy of the client, whole: its pass, what may be done, drivers, money and history. */
export function OneOfMine({ policy, onChanged }: Props) {
  const t = useTexts(oneOfMineWords)
  const { tabs } = useTexts(shell)
  const locale = useLocale()
  const { openPolicy } = useCabinet()
  const back = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openPolicy(null)
  }
  return (
    <div className={styles.one}>
      <a className={styles.back} href={pathOf('account', locale)} onClick={back}>
        <BackIcon />
        {tabs.policies}
      </a>
      {policy ? (
        <Whole key={policy.global_id} policy={policy} onChanged={onChanged} />
      ) : (
        <EmptyState title={t.unknown}>{t.unknownText}</EmptyState>
      )}
    </div>
  )
}

/** What stands below the pass comes with all that the pass has: nothing pushes it down. */
function Whole({ policy, onChanged }: { policy: Policy; onChanged: () => void }) {
  const loading = useReply(ask, 'cabinetPolicy', { globalId: policy.global_id })
  const mayBeCarried =
    inWallets[policy.policy_type] && (policy.state === 'pending' || policy.state === 'active')
  const wallets = useWallets(mayBeCarried ? policy.global_id : undefined, walletsOfMine)
  const here = (loading.value || loading.error) && (!mayBeCarried || wallets !== undefined)
  const changed = () => {
    onChanged()
    loading.again()
  }
  const checkUrl = loading.value?.check_url ?? (loading.error ? null : undefined)
  return (
    <div className={styles.sides}>
      <PolicyCard
        policy={policy}
        checkUrl={checkUrl}
        wallets={here ? (wallets ?? null) : undefined}
        onChanged={changed}
      />
      {here ? (
        <div className={styles.beside}>
          {policy.state === 'active' ? <Help /> : null}
          <Loaded loading={loading} value={loading.value}>
            {(of) => <Parts of={of} policy={policy} />}
          </Loaded>
        </div>
      ) : (
        <OnItsWay />
      )}
    </div>
  )
}

const walletsOfMine = (globalId: string, signal: AbortSignal) =>
  ask('ogpoWallets', { globalId }, { signal })

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
