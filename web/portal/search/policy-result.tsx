import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { fromTo, money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import styles from './search.module.css'
import words from './texts.ts'

export type Found = Reply<'promoterSearch'>['data']['policies'][number]
type Props = { policy: Found; onEnd: (kind: 'terminate' | 'cancel') => void }

/** One policy that was found, and what can be done with it. */
export function PolicyResult({ policy, onEnd }: Props) {
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
