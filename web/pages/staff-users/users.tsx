import { useState } from 'react'
import type { Reply } from '../../api.ts'
import { ask } from '../../ask.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { cellsOf } from './marks.tsx'
import { OneUser } from './one-user.tsx'
import words from './texts.ts'

type Page = Reply<'staffUsers'>['data']
export type User = Page['users'][number]
type Filter = { role?: User['role']; state?: 'open' | 'blocked'; text?: string }
const roles = ['promoter', 'accountant', 'staff'] as const
const states = ['open', 'blocked'] as const

/** Filters, the users they leave, one of them opened. What is looked for stays out of the address: it may be an IIN. */
export function Users() {
  const t = useTexts(words)
  const [filter, setFilter] = useState<Filter>({})
  const [changes, setChanges] = useState(0)
  const [creating, setCreating] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const change = (part: Filter) => setFilter((before) => ({ ...before, ...part }))
  const { text, ...rest } = filter
  return (
    <>
      <form
        className={parts.filters}
        hidden={open !== null}
        aria-label={t.filters}
        onSubmit={(event) => {
          event.preventDefault()
          change({ text: String(new FormData(event.currentTarget).get('text') ?? '').trim() })
        }}
      >
        <Select
          name="role"
          label={t.role}
          options={[{ value: '', label: t.anyRole }, ...roles.map((value) => ({ value, label: t.roles[value] }))]}
          onValue={(value) => change({ role: roles.find((role) => role === value) })}
        />
        <Select
          name="state"
          label={t.state}
          options={[{ value: '', label: t.states.any }, ...states.map((value) => ({ value, label: t.states[value] }))]}
          onValue={(value) => change({ state: states.find((state) => state === value) })}
        />
        <TextField name="text" label={t.text} maxLength={60} autoComplete="off" />
        <Button type="submit" look="secondary">
          {t.find}
        </Button>
      </form>
      <div className={parts.actions} hidden={open !== null}>
        <Button icon={<PlusIcon />} onClick={() => setCreating(true)}>
          {t.add}
        </Button>
      </div>
      <Found
        open={open}
        onOpen={setOpen}
        key={`${JSON.stringify(filter)} ${changes}`}
        filter={{
          ...(rest.role ? { role: rest.role } : {}),
          ...(rest.state ? { state: rest.state } : {}),
          ...(text ? { text } : {}),
        }}
      />
      <CreateDialog
        open={creating}
        onClose={() => setCreating(false)}
        onDone={() => {
          setCreating(false)
          setChanges((count) => count + 1)
        }}
      />
    </>
  )
}

function Found({ filter, open, onOpen }: { filter: Filter; open: string | null; onOpen: (id: string | null) => void }) {
  const t = useTexts(words)
  const [more, setMore] = useState<Page | null>(null)
  const [busy, setBusy] = useState(false)
  const loading = useLoading(async (signal) => (await ask('staffUsers', filter, signal)).data)
  const page = more ?? loading.value
  const loadMore = async () => {
    if (!page?.next || busy) return
    setBusy(true)
    try {
      const { data } = await ask('staffUsers', { ...filter, cursor: page.next })
      setMore({ ...data, users: [...page.users, ...data.users] })
    } catch {
      loading.again()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Loaded loading={loading} value={page}>
      {({ users, total, next }) => {
        const chosen = users.find(({ id }) => id === open)
        if (chosen)
          return (
            <OneUser
              user={chosen}
              onBack={() => onOpen(null)}
              onChanged={() => {
                setMore(null)
                // Whoever no longer fits the filter, or stood further down, is left for the list.
                if (filter.state || more) onOpen(null)
                loading.again()
              }}
            />
          )
        if (users.length === 0) return <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        return (
          <>
            <div className={parts.list}>
              <Table
                caption={t.caption(total)}
                columns={(['name', 'role', 'phone', 'state', 'used'] as const).map((key) => ({ key, title: t.columns[key] }))}
                rows={users.map((user) => ({ key: user.id, cells: cellsOf(user, t, () => onOpen(user.id)) }))}
              />
            </div>
            {next ? <LoadMore label={t.more} shown={t.shown(users.length, total)} busy={busy} onMore={() => void loadMore()} /> : null}
          </>
        )
      }}
    </Loaded>
  )
}
