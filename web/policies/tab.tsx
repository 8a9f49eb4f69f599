import {
  type ComponentProps,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
} from 'react'
import { pathOf } from '#contract/pages.ts'
import { cabinetNeeds, type Need } from '#domain/cabinet-needs.ts'
import type { ProductName } from '#domain/products.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Claim, type Policy, shownInactive, type Waiting } from '../cabinet/state.ts'
import { tabAddress } from '../cabinet/tabs.ts'
import shell from '../cabinet/texts.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { askAnew, useReply } from '../http/replies.ts'
import { onSiteByKind } from '../products.ts'
import { useWide } from '../purchase/review/use-wide.ts'
import { longDate, money, plural, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ArrowIcon, BackIcon } from '../ui/icons.tsx'
import { CardIcon, DocumentIcon, WalletIcon } from '../ui/later-icons.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { Loaded, OnItsWay } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { plateWords } from '../ui/plate-words.ts'
import { useWallets, type Wallets } from '../wallet/wallet.tsx'
import { Picture } from '../world/picture.tsx'
import needsStyles from './needs.module.css'
import { OneHome } from './one-home.tsx'
import { Parts } from './parts.tsx'
import { OnePolicy } from './policy.tsx'
import { type Offers, RenewalNeed, useOffers } from './renewal.tsx'
import { SmallPass } from './small-pass.tsx'
import styles from './tab.module.css'
import { needWords, mineWords as oneOfMineWords } from './tab-texts.ts'
import words from './texts.ts'

/**
 * Target of its QR code and the wallets that accept it: null if there are none, undefined while
 * they load.
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

/** Content below the pass waits until the whole pass has loaded: nothing pushes it down. */
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
 * has its own address.
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
 * Phones reserve one line for the explanation of a price; on a wide screen it takes as many as it
 * needs, so there everything loads together.
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

type Application = Reply<'cabinetApplications'>['data'][number]
type NeedsProps = {
  needs: readonly Need<Policy, Application, Claim>[]
  /** Something of what may wait did not come. */
  failed: boolean
  /** Null while they are on their way. */
  offers: Offers | null
  onAgain: () => void
}

/** What waits for the client, the earliest due first; nothing if nothing waits. */
function Needs({ needs, failed, offers, onAgain }: NeedsProps) {
  const t = useTexts(needWords)
  if (needs.length === 0 && !failed) return null
  return (
    <section className={needsStyles.needs} aria-label={t.title}>
      {failed ? (
        <Notice
          tone="warn"
          title={t.notAll}
          action={
            <Button size="small" variant="secondary" onClick={onAgain}>
              {t.again}
            </Button>
          }
        />
      ) : null}
      {needs.map((need) => {
        if (need.what === 'renewal') {
          const { policy } = need
          const offer = offers ? (offers.get(policy.global_id) ?? null) : undefined
          return <RenewalNeed key={policy.global_id} policy={policy} offer={offer} />
        }
        if (need.what === 'payment')
          return (
            <Payment
              key={need.application.order_id}
              application={need.application}
              refused={need.refused}
            />
          )
        if (need.what === 'card')
          return <CardMissing key={need.policy.global_id} policy={need.policy} />
        return <Documents key={need.claim.claim_id} claim={need.claim} />
      })}
    </section>
  )
}

function Payment({ application, refused }: { application: Application; refused: boolean }) {
  const t = useTexts(needWords)
  const locale = useLocale()
  const { orderPage, monthly } = onSiteByKind(application.kind)
  const about =
    application.address ??
    application.cars.map(({ registrationNumber }) => plateWords(registrationNumber)).join(', ')
  return (
    <Row
      icon={<WalletIcon />}
      urgent={refused}
      href={`${pathOf(orderPage, locale)}?order=${encodeURIComponent(application.key)}`}
      title={refused ? t.refused : monthly ? t.unpaidHome : t.unpaid}
    >
      {about} · {money(application.amount)}
    </Row>
  )
}

function CardMissing({ policy }: { policy: Policy }) {
  const t = useTexts(needWords)
  const locale = useLocale()
  return (
    <Row
      icon={<CardIcon />}
      urgent
      href={tabAddress(pathOf('account', locale), 'cards')}
      title={policy.home?.renewal === 'no_card' ? t.noCard : t.declined}
    >
      {t.cardUntil(longDate(locale, policy.end_date))}
    </Row>
  )
}

function Documents({ claim }: { claim: Claim }) {
  const t = useTexts(needWords)
  const locale = useLocale()
  return (
    <Row
      icon={<DocumentIcon />}
      urgent
      href={tabAddress(pathOf('account', locale), 'claims')}
      title={plural(locale, claim.asked, t.asked)}
    >
      {t.claim(claim.claim_number)}
    </Row>
  )
}

/** The way to a claim, always at the same place. */
function Help() {
  const t = useTexts(needWords)
  return (
    <Row
      icon={<Picture of="crash" part="hit-me" eager />}
      drawn
      href={pathOf('claim', useLocale())}
      title={t.help}
    >
      {t.helpText}
    </Row>
  )
}

type RowProps = {
  icon: ReactNode
  drawn?: boolean
  urgent?: boolean
  href: string
  title: string
  children: ReactNode
}

/** One thing to do, as wide as the thumb reaches: the action, its subject, and the link. */
const Row = ({ icon, drawn, urgent, href, title, children }: RowProps) => (
  <a className={urgent ? `${needsStyles.row} ${needsStyles.urgent}` : needsStyles.row} href={href}>
    <span className={drawn ? needsStyles.picture : needsStyles.icon}>{icon}</span>
    <span className={needsStyles.words}>
      <b>{title}</b>
      <span>{children}</span>
    </span>
    <ArrowIcon className={needsStyles.arrow} />
  </a>
)
