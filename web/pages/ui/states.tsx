import { money, useTexts } from '../../texts.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pass } from '../../ui/pass.tsx'
import { Price } from '../../ui/price.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Steps } from '../../ui/steps.tsx'
import { Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import styles from './page.module.css'
import { Part } from './part.tsx'
import words from './texts.ts'

export function States() {
  const t = useTexts(words)
  const w = t.words
  return (
    <Part title={t.states}>
      <Notice tone="info" title={w.info}>
        {w.detail}
      </Notice>
      <Notice tone="warn" title={w.warn}>
        {w.detail}
      </Notice>
      <Notice tone="success" title={w.success} />
      <ErrorState title={w.error} action={<Button size="small">{w.retry}</Button>}>
        {w.detail}
      </ErrorState>
      <EmptyState title={w.empty} action={<Button>{w.secondary}</Button>} />
      <div>
        <Skeleton shape="title" label={w.loading} />
        <Skeleton />
        <Skeleton shape="card" />
      </div>
      <RowProgress>{w.find}</RowProgress>
      <p>
        <Chip icon={<CheckIcon />} tone="good">
          {w.active}
        </Chip>{' '}
        <Chip onRemove={() => {}} removeLabel={w.remove}>
          Toyota Camry
        </Chip>{' '}
        <Price tenge={36_094} size="large" />
      </p>
    </Part>
  )
}

export function Cards() {
  const t = useTexts(words)
  const w = t.words
  return (
    <Part title={t.cards}>
      <Pass
        product={w.policy}
        number="2611200001A"
        state={{ label: w.active, tone: 'good' }}
        cars={[{ plate: '123 ABC 02', model: 'Toyota Camry, 2020' }]}
        facts={[
          { label: w.cost, value: money(36_094) },
          { label: w.period, value: '22.11.2026 – 21.11.2027' },
        ]}
        left={{ share: 0.88, days: 320, label: w.left }}
      />
      <Pass
        product={w.home}
        number="7511200001B"
        address={w.address}
        state={{ label: w.active, tone: 'good' }}
        facts={[{ label: w.sum, value: money(5_000_000) }]}
        left={{ share: 0.7, days: 21, label: w.next }}
      />
    </Part>
  )
}

export function Lists() {
  const t = useTexts(words)
  const w = t.words
  return (
    <Part title={t.lists}>
      <Tabs
        label={t.lists}
        tabs={[
          { id: 'one', label: w.tab1, panel: w.detail },
          { id: 'two', label: w.tab2, panel: w.empty },
        ]}
      />
      <Accordion items={[{ title: w.question, body: w.answer }]} />
      <Timeline
        label={t.states}
        events={[
          { id: '1', title: w.sent, state: 'done', stateLabel: w.done, time: '14:32' },
          { id: '2', title: w.paid, state: 'now', stateLabel: w.now },
          { id: '3', title: w.issued, state: 'waiting', stateLabel: w.later },
        ]}
      />
      <Table
        caption={t.lists}
        columns={[
          { key: 'month', title: w.month },
          { key: 'sum', title: w.amount, number: true },
        ]}
        rows={[
          { key: '1', cells: { month: w.november, sum: money(1_990) } },
          { key: '2', cells: { month: w.december, sum: money(1_990) }, strong: true },
        ]}
      />
      <LoadMore label={w.more} shown={w.shown} onMore={() => {}} />
      <div className={styles.wide}>
        <Steps
          label={t.states}
          current="2"
          position="2 / 3"
          steps={[
            { id: '1', label: w.sent },
            { id: '2', label: w.paid },
            { id: '3', label: w.issued },
          ]}
        />
      </div>
    </Part>
  )
}
