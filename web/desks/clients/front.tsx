import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CheckIcon, ErrorIcon, WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { Stroke } from '../shell/icons.tsx'
import { useRowKeys } from '../shell/keys.ts'
import { openSearch } from '../shell/search-open.ts'
import { useWaiting } from '../shell/waiting.ts'
import { SmallPlate } from '../small-plate.tsx'
import split from '../split/split.module.css'
import { DeskTabs } from '../split/tabs.tsx'
import styles from './front.module.css'
import { Inbox, type InboxCounts, type InboxView, inboxViews } from './inbox.tsx'
import inboxWords from './inbox-texts.ts'
import words, { frontWords } from './texts.ts'

/** The search, or the messages from the site in one of their states (`?inbox=`). */
export function Front() {
  const t = useTexts(words)
  const asked = useQuery().get('inbox')
  const i = useTexts(inboxWords)
  const view = asked === null ? null : (inboxViews.find((one) => one === asked) ?? 'new')
  const titleOf = (of: InboxView) => (of === 'mine' ? i.mine : t.inboxStates[of])
  const [counts, setCounts] = useState<InboxCounts | null>(null)
  const waiting = useWaiting()?.counts.inbox.all
  return (
    <>
      <DeskTabs
        label={t.parts}
        current={view ?? 'search'}
        tabs={[
          { key: 'search', title: t.search, query: { inbox: null, message: null } },
          ...inboxViews.map((key) => ({
            key,
            title: titleOf(key),
            query: { inbox: key, message: null },
            count:
              key === 'mine'
                ? undefined
                : (counts?.[key] ?? (key === 'new' ? (waiting ?? null) : view ? null : undefined)),
            hot: key === 'new',
          })),
        ]}
      />
      {view ? (
        <Inbox key={view} view={view} title={titleOf(view)} onCounts={setCounts} />
      ) : (
        <section className={split.whole} aria-label={t.search}>
          <Search />
        </section>
      )}
    </>
  )
}

type Row = Reply<'staffRecentClients'>['data']['clients'][number]

/** One field for anything the caller can name, and the clients this person opened lately. */
function Search() {
  const t = useTexts(frontWords)
  const loading = useReply(ask, 'staffRecentClients', {})
  useRowKeys()
  return (
    <section className={styles.front} aria-label={t.title}>
      <button type="button" className={styles.field} onClick={openSearch}>
        <Stroke of="search" />
        <span>{t.field}</span>
        <kbd>/</kbd>
      </button>
      <p className={styles.kinds}>
        {t.forms.map((form) => (
          <span key={form}>{form}</span>
        ))}
        {t.kinds}
      </p>
      <div className={styles.recent}>
        <div className={styles.head}>
          <h2>{t.recent}</h2>
          <span>{t.mine}</span>
        </div>
        <Loaded loading={loading} value={loading.value}>
          {({ clients }) =>
            clients.length === 0 ? (
              <EmptyState title={t.none}>{t.noneText}</EmptyState>
            ) : (
              <Clients clients={clients} />
            )
          }
        </Loaded>
      </div>
    </section>
  )
}

function Clients({ clients }: { clients: readonly Row[] }) {
  const t = useTexts(frontWords)
  const locale = useLocale()
  const isNarrow = useNarrow()
  const columns: (DenseColumn<Row> | false)[] = [
    {
      key: 'client',
      title: t.columns.client,
      grows: true,
      cell: ({ account_id, name, iin, now }) => (
        <>
          <a data-row href={`${pathOf('staff-clients', locale)}?client=${account_id}`}>
            {name || iin}
          </a>
          {isNarrow ? <Now now={now} /> : null}
        </>
      ),
    },
    { key: 'iin', title: t.columns.iin, from: 600, cell: ({ iin }) => iin },
    {
      key: 'car',
      title: t.columns.car,
      from: 600,
      cell: ({ plate }) => (plate ? <SmallPlate plate={plate} /> : ''),
    },
    !isNarrow && { key: 'now', title: t.columns.now, cell: ({ now }) => <Now now={now} /> },
    { key: 'at', title: t.columns.at, number: true, from: 900, cell: ({ at }) => almatyTime(at) },
  ]
  return (
    <div className={styles.table}>
      <DenseTable
        caption={t.recent}
        columns={columns.flatMap((column) => column || [])}
        rows={clients}
        height={isNarrow ? 'two' : 'row'}
        keyOf={({ account_id }) => account_id}
      />
    </div>
  )
}

const looks = {
  not_issued: { tone: 'bad', Icon: ErrorIcon },
  refund: { tone: 'bad', Icon: ErrorIcon },
  match: { tone: 'now', Icon: WarnIcon },
  claim: { tone: 'now', Icon: ClockIcon },
  covered: { tone: 'good', Icon: CheckIcon },
} as const

/** The most urgent matter: its shape and its words. */
function Now({ now: { what, day, amount } }: Pick<Row, 'now'>) {
  const t = useTexts(frontWords)
  if (what === 'nothing') return <span className={styles.soft}>{t.now.nothing}</span>
  const { tone, Icon } = looks[what]
  return (
    <span className={styles.now} data-tone={tone}>
      <Icon />
      {t.now[what]}
      {day ? ` ${numericDay(day)}` : ''}
      {amount ? `, ${money(amount)}` : ''}
    </span>
  )
}
