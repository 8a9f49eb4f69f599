import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import { saleSources } from '#texts/report-words.ts'
import { unreachable } from '#texts/unreachable.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { WarnIcon } from '../../ui/icons.tsx'
import orderWords from '../../ui/order-words.ts'
import deskWords from './desk-texts.ts'
import styles from './detail.module.css'
import type { StaffOrder } from './order.ts'
import { Papers } from './papers.tsx'
import words from './texts.ts'

type Fact = readonly [string, ReactNode]

/** What the order is: its money, its policy, how it was sold, and the ways on. */
export function FactsOf({ order }: { order: StaffOrder }) {
  const t = useTexts(words)
  const desk = useTexts(deskWords)
  const policyStates = useTexts(orderWords).policy
  const sources: Record<string, string> = useTexts(saleSources)
  const locale = useLocale()
  const time = (at: string | null) => (at ? almatyTime(at) : '–')
  const { policy } = order
  return (
    <aside className={styles.facts} aria-label={t.about}>
      <Papers order={order} />
      <Group
        title={desk.money}
        facts={[
          [t.facts.amount, money(order.amount)],
          [t.facts.commission, money(order.commission)],
          [t.facts.created, time(order.created_at)],
          [t.facts.paid, time(order.paid_at)],
        ]}
      />
      <Group
        title={desk.policy}
        facts={[
          [t.facts.insurer, order.insurer],
          [t.facts.start, order.start_date ? numericDay(order.start_date) : '–'],
          ...(policy
            ? ([
                [
                  t.facts.policy,
                  `${policy.global_id}, ${policyStates[policy.state] ?? policy.state}`,
                ],
              ] as const)
            : []),
          [t.facts.attempts, String(order.attempts)],
        ]}
      />
      <Group
        title={desk.sale}
        facts={[
          [t.facts.channel, t.channels[order.channel] ?? order.channel],
          [t.facts.source, sources[order.source] ?? order.source],
          ...order.declared_experience.map(
            ({ name, over_two_years }): Fact => [
              t.facts.experience,
              `${name}: ${over_two_years ? t.experienceOver : t.experienceUnder}`,
            ],
          ),
        ]}
      />
      {order.unreachable.map((channel) => (
        <Chip key={channel} tone="bad" icon={<WarnIcon />}>
          {unreachable[locale][channel]}
        </Chip>
      ))}
      <p>
        <a
          className={parts.back}
          href={`${pathOf('staff-orders', locale)}?contract=${encodeURIComponent(order.order_id)}`}
        >
          {t.contract}
        </a>
      </p>
    </aside>
  )
}

const Group = ({ title, facts }: { title: string; facts: readonly Fact[] }) => (
  <section>
    <h3>{title}</h3>
    <dl>
      {facts.map(([label, value]) => (
        <div key={`${label} ${String(value)}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
