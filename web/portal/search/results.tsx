import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import type { ApiError } from '../../http/http.ts'
import { useReplyPages } from '../../http/replies.ts'
import { lazy } from '../../lazy.ts'
import { fromTo, money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { portal } from '../portal.ts'
import styles from './search.module.css'
import words from './texts.ts'

type Found = Reply<'promoterSearch'>['data']['policies'][number]
type PolicyResultProps = { policy: Found; onEnd: (kind: 'terminate' | 'cancel') => void }

/** One policy found, and what can be done with it. */
function PolicyResult({ policy, onEnd }: PolicyResultProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const states: Record<string, string> = t.states
  const running = policy.state === 'active' || policy.state === 'pending'
  const to = (kind: 'prolong' | 'reissue'): string =>
    `${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ [kind]: policy.globalId })}`
  const cars = (
    <ul>
      {policy.cars.map(({ registrationNumber, name }) => (
        <li key={registrationNumber}>
          {registrationNumber} {name}
        </li>
      ))}
    </ul>
  )
  return (
    <article
      data-walk
      id={policy.globalId}
      tabIndex={-1}
      className={styles.result}
      aria-label={policy.globalId}
    >
      <header className={styles.resultHead}>
        <h2>{policy.globalId}</h2>
        <Chip tone={running ? 'good' : 'plain'}>{states[policy.state] ?? policy.state}</Chip>
        {policy.own ? <Chip>{t.own}</Chip> : null}
      </header>
      <dl className={styles.facts}>
        <Fact label={t.validity} value={fromTo(locale, policy.startDate, policy.endDate)} />
        <Fact label={t.cars} value={cars} />
        <Fact
          label={t.policyholder}
          value={[
            policy.policyholder,
            policy.noCalls ? t.noCalls : policy.phone,
            t.drivers(policy.drivers),
          ].join(' · ')}
        />
        <Fact label={t.insurer} value={policy.insurer} />
        <Fact label={t.premium} value={money(policy.premium)} />
      </dl>
      <div className={styles.actions}>
        {policy.state === 'active' || policy.state === 'ended' ? (
          <LinkButton size="small" href={to('prolong')}>
            {t.prolong}
          </LinkButton>
        ) : null}
        {running ? (
          <>
            <LinkButton variant="secondary" size="small" href={to('reissue')}>
              {t.reissue}
            </LinkButton>
            <Button variant="secondary" size="small" onClick={() => onEnd('terminate')}>
              {t.terminate}
            </Button>
          </>
        ) : null}
        {running && policy.orderId ? (
          <Button variant="quiet" size="small" onClick={() => onEnd('cancel')}>
            {t.cancelPolicy}
          </Button>
        ) : null}
        {policy.orderId ? (
          <LinkButton
            variant="quiet"
            size="small"
            href={`${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ order: policy.orderId })}`}
          >
            {t.papers}
          </LinkButton>
        ) : null}
      </div>
    </article>
  )
}

const Fact = ({ label, value }: { label: string; value: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

const WalkKeys = lazy(() =>
  import('../walk-keys.tsx').then((module) => ({ default: module.WalkKeys })),
)
const TerminateDialog = lazy(() =>
  import('./terminate-dialog.tsx').then((module) => ({ default: module.TerminateDialog })),
)
const CancelDialog = lazy(() =>
  import('./cancel-dialog.tsx').then((module) => ({ default: module.CancelDialog })),
)

/** Without a reply the list itself shows the error and a retry. */
const unanswered = ['offline', 'timeout', 'unavailable', 'server', 'unauthorised'] as const
export type Refusal = Exclude<ApiError, { kind: (typeof unanswered)[number] }>
const isRefusal = (apiError: ApiError): apiError is Refusal =>
  unanswered.every((kind) => kind !== apiError.kind)

export type Asked = { by: 'globalId' | 'plate' | 'iin' | 'iinEnd' | 'phone'; value: string }
type Page = Reply<'promoterSearch'>['data']
type Props = {
  asked: Asked
  /** The server refuses this search; shown at the field. */
  onRefused: (apiError: Refusal) => void
}

/** Results, a page at a time, and the termination of a policy. Key it by the query. */
export function Results({ asked, onRefused }: Props) {
  const t = useTexts(words)
  const [termination, setEnding] = useState<{
    kind: 'terminate' | 'cancel'
    globalId: string
  } | null>(null)
  const { loading, page, rest, again } = useReplyPages<'promoterSearch', Page>(
    portal,
    'promoterSearch',
    asked,
    (before, after) => ({ ...after, policies: [...before.policies, ...after.policies] }),
  )
  const { why } = loading
  useEffect(() => {
    if (why && isRefusal(why)) onRefused(why)
  }, [why]) // oxlint-disable-line react/exhaustive-deps
  const end =
    ({ globalId }: Found) =>
    (kind: 'terminate' | 'cancel') =>
      setEnding({ kind, globalId })
  const changed = (globalId: string) => (): void => {
    again()
    // The pressed button disappears with the change: keeps the focus at the policy after the dialog
    // has returned it.
    requestAnimationFrame(() => document.getElementById(globalId)?.focus({ preventScroll: true }))
  }
  const about = termination
    ? {
        globalId: termination.globalId,
        onClose: () => setEnding(null),
        onChanged: changed(termination.globalId),
      }
    : null
  return (
    <>
      <div aria-live="polite">
        {page?.policies.length === 0 ? <EmptyState title={t.none} /> : null}
      </div>
      <Loaded loading={loading} value={page} failed={t.failed}>
        {({ policies }) => (
          <>
            <ul className={styles.results}>
              {policies.map((policy) => (
                <li key={policy.globalId}>
                  <PolicyResult policy={policy} onEnd={end(policy)} />
                </li>
              ))}
            </ul>
            {policies.length > 0 ? (
              <Suspense>
                <WalkKeys />
              </Suspense>
            ) : null}
            {rest ? <LoadMore label={t.more} shown={t.shown(policies.length)} {...rest} /> : null}
          </>
        )}
      </Loaded>
      <Suspense>
        {termination?.kind === 'terminate' && about ? <TerminateDialog {...about} /> : null}
        {termination?.kind === 'cancel' && about ? <CancelDialog {...about} /> : null}
      </Suspense>
    </>
  )
}
