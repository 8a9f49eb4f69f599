import { pathOf } from '#contract/pages.ts'
import { almatyDay } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { onSiteByKind } from '../../products.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { Price } from '../../ui/price.tsx'
import styles from '../cabinet.module.css'
import words from './texts.ts'

type Application = Reply<'cabinetApplications'>['data'][number]

/**
 * My applications: orders on their way to a policy, each with its state, the next step and its
 * page.
 */
export function ApplicationsTab() {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useReply(ask, 'cabinetApplications', {})
  return (
    <Loaded loading={loading} value={loading.value}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState
            title={t.empty}
            action={<LinkButton href={pathOf('ogpo-calculator', locale)}>{t.calculate}</LinkButton>}
          >
            {t.emptyText}
          </EmptyState>
        ) : (
          <ul className={styles.stack}>
            {list.map((application) => (
              <OneApplication key={application.order_id} application={application} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const marks = {
  pay: { tone: 'now', icon: <WarnIcon /> },
  wait: { tone: 'plain', icon: <ClockIcon /> },
  refund: { tone: 'plain', icon: <ClockIcon /> },
  none: { tone: 'plain', icon: <CloseIcon /> },
} as const

function OneApplication({
  application: { cars, next_step: next, ...order },
}: {
  application: Application
}) {
  const t = useTexts(words)
  const locale = useLocale()
  const { tone, icon } = marks[next]
  const { monthly, orderPage } = onSiteByKind(order.kind)
  return (
    <Card as="li">
      <div className={styles.cardHead}>
        <h3>
          {order.address ??
            cars
              .map(({ registrationNumber, name }) => `${plateWords(registrationNumber)} · ${name}`)
              .join('; ')}
        </h3>
        <Chip tone={tone} icon={icon}>
          {t.steps[next]}
        </Chip>
      </div>
      <p className={styles.soft}>{t.kinds[order.kind]}</p>
      <p className={styles.gap}>{monthly && next === 'pay' ? t.payHome : t.next[next]}</p>
      <Facts
        facts={[
          { label: monthly ? t.month : t.sum, value: <Price tenge={order.amount} /> },
          ...(order.start_date
            ? [{ label: t.start, value: longDate(locale, order.start_date) }]
            : []),
          { label: t.made, value: longDate(locale, almatyDay(new Date(order.created_at))) },
        ]}
      />
      <div className={styles.actions}>
        <LinkButton
          size="small"
          variant={next === 'pay' ? 'primary' : 'secondary'}
          href={`${pathOf(orderPage, locale)}?order=${encodeURIComponent(order.key)}`}
        >
          {t.open[next]}
        </LinkButton>
      </div>
    </Card>
  )
}
