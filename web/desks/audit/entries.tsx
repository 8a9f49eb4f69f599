import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePages } from '../../ui/pages-of.ts'
import { setQuery, useQuery, useReturns } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './entries.module.css'
import words from './texts.ts'

type Page = Reply<'staffAudit'>['data']
type Entry = Page['entries'][number]
const fields = ['actor', 'object', 'action', 'from', 'to'] as const
type Filter = Partial<Record<(typeof fields)[number], string>>

/** An IIN may be looked for: it stays out of the address, where the rest of the filter stands. */
const isPersonal = (value: string) => /\d{12}/.test(value.replaceAll(/\s/g, ''))
const given = (pairs: readonly (readonly [string, string])[]): Filter =>
  Object.fromEntries(
    pairs.filter(([name, value]) => value && !(name === 'action' && value === 'all')),
  )

/** The filter and what it finds. A link from another desk names the object in the address. */
export function Entries() {
  const t = useTexts(words)
  const query = useQuery()
  const returns = useReturns()
  const [personal, setPersonal] = useState<Filter>({})
  const [round, setRound] = useState(0)
  const filter = { ...given(fields.map((name) => [name, query.get(name) ?? ''])), ...personal }
  const search = (form: FormData) => {
    const asked = given(fields.map((name) => [name, String(form.get(name) ?? '').trim()]))
    const open = ([, value]: [string, string]) => !isPersonal(value)
    setPersonal(Object.fromEntries(Object.entries(asked).filter((entry) => !open(entry))))
    setQuery({
      ...Object.fromEntries(fields.map((name) => [name, null])),
      ...Object.fromEntries(Object.entries(asked).filter(open)),
    })
    setRound((count) => count + 1)
  }
  return (
    <>
      <form
        key={returns}
        className={parts.filters}
        aria-label={t.filters}
        onSubmit={(event) => {
          event.preventDefault()
          search(new FormData(event.currentTarget))
        }}
      >
        <TextField
          name="actor"
          label={t.actor}
          defaultValue={query.get('actor') ?? ''}
          maxLength={80}
          autoComplete="off"
        />
        <Select
          name="action"
          label={t.action}
          defaultValue={query.get('action') ?? 'all'}
          options={Object.entries(t.groups).map(([value, label]) => ({ value, label }))}
        />
        <TextField
          name="object"
          label={t.object}
          defaultValue={query.get('object') ?? ''}
          maxLength={80}
          autoComplete="off"
        />
        <DateField name="from" label={t.from} defaultValue={query.get('from') ?? ''} />
        <DateField name="to" label={t.to} defaultValue={query.get('to') ?? ''} />
        <Button type="submit" variant="secondary">
          {t.find}
        </Button>
      </form>
      <Found key={`${JSON.stringify(filter)} ${round}`} filter={filter} />
    </>
  )
}

function Found({ filter }: { filter: Filter }) {
  const t = useTexts(words)
  const { loading, page, rest } = usePages<Page>(
    async (cursor, signal) =>
      (await ask('staffAudit', { ...filter, ...(cursor ? { cursor } : {}) }, { signal })).data,
    (before, after) => ({ ...after, entries: [...before.entries, ...after.entries] }),
  )
  return (
    <Loaded loading={loading} value={page}>
      {({ entries }) =>
        entries.length === 0 ? (
          <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        ) : (
          <>
            <div className={parts.list}>
              <Table
                caption={t.caption(entries.length)}
                columns={(['at', 'actor', 'action', 'object', 'details'] as const).map((key) => ({
                  key,
                  title: t.columns[key],
                }))}
                rows={entries.map((entry) => ({ key: entry.id, cells: cellsOf(entry, t) }))}
              />
            </div>
            {rest ? <LoadMore label={t.more} shown={t.shown(entries.length)} {...rest} /> : null}
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
    actor:
      entry.actor_name ??
      (entry.actor.startsWith('job:') ? `${t.program} (${entry.actor.slice(4)})` : entry.actor),
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
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(', ') || '–'
