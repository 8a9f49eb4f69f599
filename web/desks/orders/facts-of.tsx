import { type ReactNode, useRef } from 'react'
import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import { saleSources } from '#texts/report-words.ts'
import { unreachable } from '#texts/unreachable.ts'
import { ask } from '../../http/ask.ts'
import { openBeside } from '../../http/open-beside.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { WarnIcon } from '../../ui/icons.tsx'
import orderWords from '../../ui/order-words.ts'
import { useKeys } from '../shell/keys.ts'
import deskWords from './desk-texts.ts'
import styles from './detail.module.css'
import type { StaffOrder } from './order.ts'
import words, { paperWords as papersWords } from './texts.ts'

type Paper = StaffOrder['papers'][number]

/**
 * Documents of the sale: policy documents, receipts, files of claims. The server opens each and
 * records the access. `P` goes to the first.
 */
function Papers({ order: { order_id, papers } }: { order: StaffOrder }) {
  const t = useTexts(papersWords)
  const act = useAct(null)
  const first = useRef<HTMLUListElement>(null)
  useKeys({ KeyP: () => first.current?.querySelector('button')?.focus() })
  const open = ({ id, kind }: Paper) =>
    act.run(async () => {
      const url =
        kind === 'claim'
          ? (await ask('cabinetFileLink', { id })).url
          : (await ask('staffOpenPaper', { order_id, paper: id })).data.url
      openBeside(url)
    })
  return (
    <section className={styles.papers} aria-label={t.title} aria-busy={act.busy}>
      <h3>{t.title}</h3>
      {papers.length > 0 ? (
        <ul ref={first}>
          {papers.map((paper) => (
            <li key={paper.id}>
              <button type="button" onClick={() => void open(paper)}>
                {[t.kinds[paper.kind], paper.about].filter(Boolean).join(', ')}
              </button>
              {paper.at ? <small>{almatyTime(paper.at)}</small> : null}
            </li>
          ))}
        </ul>
      ) : null}
      <small>{papers.length > 0 ? t.audited : t.none}</small>
      <ActError act={act} />
    </section>
  )
}

type Fact = readonly [string, ReactNode]

/** The order: its money, its policy, how it was sold, and links on. */
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
