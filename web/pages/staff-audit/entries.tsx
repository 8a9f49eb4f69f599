import { useState } from 'react'
import type { Reply } from '../../api.ts'
import { ask } from '../../ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './entries.module.css'
import words from './texts.ts'

type Page = Reply<'staffAudit'>['data']
type Entry = Page['entries'][number]
const fields = ['actor', 'object', 'action', 'from', 'to'] as const
type Filter = Partial<Record<(typeof fields)[number], string>>

/** What is looked for may be an IIN, so it stays out of the address; a link from another desk names the object there. */
export function Entries() {
  const t = useTexts(words)
  const object = useQuery().get('object') ?? ''
  const [filter, setFilter] = useState<Filter>(object ? { object } : {})
  const [round, setRound] = useState(0)
  const search = (form: FormData) => {
    const given = fields.map((name) => [name, String(form.get(name) ?? '').trim()] as const)
    setFilter(Object.fromEntries(given.filter(([name, value]) => value && !(name === 'action' && value === 'all'))))
    setRound((count) => count + 1)
  }
  return (
    <>
      <form
        className={parts.filters}
        aria-label={t.filters}
        onSubmit={(event) => {
          event.preventDefault()
          search(new FormData(event.currentTarget))
        }}
      >
        <TextField name="actor" label={t.actor} maxLength={80} autoComplete="off" />
        <Select name="action" label={t.action} options={Object.entries(t.groups).map(([value, label]) => ({ value, label }))} />
        <TextField name="object" label={t.object} defaultValue={object} maxLength={80} autoComplete="off" />
        <DateField name="from" label={t.from} />
        <DateField name="to" label={t.to} />
        <Button type="submit" look="secondary">
          {t.find}
        </Button>
      </form>
      <Found key={round} filter={filter} />
    </>
  )
}

function Found({ filter }: { filter: Filter }) {
  const t = useTexts(words)
  const [more, setMore] = useState<Page | null>(null)
  const [busy, setBusy] = useState(false)
  const loading = useLoading(async (signal) => (await ask('staffAudit', filter, signal)).data)
  const page = more ?? loading.value
  const loadMore = async () => {
    if (!page?.next || busy) return
    setBusy(true)
    try {
      const { data } = await ask('staffAudit', { ...filter, cursor: page.next })
      setMore({ entries: [...page.entries, ...data.entries], next: data.next })
    } catch {
      loading.again()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Loaded loading={loading} value={page}>
      {({ entries, next }) =>
        entries.length === 0 ? (
          <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        ) : (
          <>
            <div className={parts.list}>
              <Table
                caption={t.caption(entries.length)}
                columns={(['at', 'actor', 'action', 'object', 'details'] as const).map((key) => ({ key, title: t.columns[key] }))}
                rows={entries.map((entry) => ({ key: entry.id, cells: cellsOf(entry, t) }))}
              />
            </div>
            {next ? <LoadMore label={t.more} shown={t.shown(entries.length)} busy={busy} onMore={() => void loadMore()} /> : null}
          </>
        )
      }
    </Loaded>
  )
}

function cellsOf(entry: Entry, t: (typeof words)['kz']) {
  const known = t.actions[entry.action]
  return {
    at: (
      <span className={styles.time}>
        <span>{almatyTime(entry.at)}</span>
        <span className={parts.soft}>{entry.sealed ? t.sealed : t.waits}</span>
      </span>
    ),
    actor: entry.actor_name ?? (entry.actor.startsWith('job:') ? `${t.program} (${entry.actor.slice(4)})` : entry.actor),
    action: (
      <span className={styles.pair}>
        {known ? <span>{known}</span> : null}
        <code className={styles.code}>{entry.action}</code>
      </span>
    ),
    object: (
      <span className={styles.pair}>
        <span>{t.objects[entry.object.kind] ?? entry.object.kind}</span>
        <code className={styles.code}>{entry.object.id}</code>
      </span>
    ),
    details: <code className={styles.code}>{detailsOf(entry.details)}</code>,
  }
}

const detailsOf = (details: Entry['details']): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ') || '–'
