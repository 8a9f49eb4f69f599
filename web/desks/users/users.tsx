import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/later-icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePages } from '../../ui/pages-of.ts'
import { setQuery, useQuery, useReturns } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { cellsOf } from './marks.tsx'
import { OneUser } from './one-user.tsx'
import words from './texts.ts'
import type { User } from './user.ts'

type Page = Reply<'staffUsers'>['data']

type Filter = { role?: User['role']; state?: 'open' | 'blocked'; text?: string }
const roles = ['promoter', 'accountant', 'staff'] as const
const states = ['open', 'blocked'] as const

/**
 * Filters, the users they leave, or one of them: `?user=`. What is looked for stays out of the
 * address: it may be an IIN. The list waits behind the opened one, as far as it was read.
 */
export function Users() {
  const t = useTexts(words)
  const query = useQuery()
  const returns = useReturns()
  const open = query.get('user')
  const role = roles.find((one) => one === query.get('role'))
  const state = states.find((one) => one === query.get('state'))
  const [text, setText] = useState('')
  const [changes, setChanges] = useState(0)
  const [creating, setCreating] = useState(false)
  const changed = () => setChanges((count) => count + 1)
  const returned = useFocusOnReturn(open)
  const filter: Filter = {
    ...(role ? { role } : {}),
    ...(state ? { state } : {}),
    ...(text ? { text } : {}),
  }
  return (
    <>
      {open ? (
        <OneUser key={open} id={open} onBack={() => setQuery({ user: null })} onChanged={changed} />
      ) : null}
      <form
        className={parts.filters}
        hidden={open !== null}
        aria-label={t.filters}
        onSubmit={(event) => {
          event.preventDefault()
          setText(String(new FormData(event.currentTarget).get('text') ?? '').trim())
        }}
      >
        <Select
          key={`role ${returns}`}
          name="role"
          label={t.role}
          defaultValue={role ?? ''}
          options={[
            { value: '', label: t.anyRole },
            ...roles.map((value) => ({ value, label: t.roles[value] })),
          ]}
          onValue={(value) => setQuery({ role: value })}
        />
        <Select
          key={`state ${returns}`}
          name="state"
          label={t.state}
          defaultValue={state ?? ''}
          options={[
            { value: '', label: t.states.any },
            ...states.map((value) => ({ value, label: t.states[value] })),
          ]}
          onValue={(value) => setQuery({ state: value })}
        />
        <TextField name="text" label={t.text} maxLength={60} autoComplete="off" />
        <Button type="submit" variant="secondary">
          {t.find}
        </Button>
      </form>
      <div className={parts.actions} hidden={open !== null}>
        <Button icon={<PlusIcon />} onClick={() => setCreating(true)}>
          {t.add}
        </Button>
      </div>
      <div hidden={open !== null}>
        <Found key={JSON.stringify(filter)} filter={filter} changes={changes} returned={returned} />
      </div>
      <CreateDialog
        open={creating}
        onClose={() => setCreating(false)}
        onDone={() => {
          setCreating(false)
          changed()
        }}
      />
    </>
  )
}

const linkId = (id: string) => `user-${id}`

type Returned = RefObject<string | null>

/**
 * Back at the list, the focus is on the row that was opened; while the list is on its way, or when
 * the row is no longer there, on the desk. What is given back names the row that is still awaited.
 */
function useFocusOnReturn(open: string | null): Returned {
  const before = useRef(open)
  const awaited = useRef<string | null>(null)
  // Outside React: the focus of the document.
  useEffect(() => {
    const from = before.current
    before.current = open
    awaited.current = null
    if (!from || open || focusOn(linkId(from))) return
    awaited.current = from
    focusOn('desk')
  }, [open])
  return awaited
}

function focusOn(id: string): boolean {
  const found = document.getElementById(id)
  found?.focus()
  return found !== null
}

function Found({
  filter,
  changes,
  returned,
}: {
  filter: Filter
  changes: number
  returned: Returned
}) {
  const t = useTexts(words)
  const { loading, page, rest } = usePages<Page>(
    async (cursor, signal) =>
      (await ask('staffUsers', { ...filter, ...(cursor ? { cursor } : {}) }, { signal })).data,
    (before, after) => ({ ...after, users: [...before.users, ...after.users] }),
    changes,
  )
  // Outside React: the focus, which waited at the desk for its row.
  useEffect(() => {
    if (!page || !returned.current) return
    if (document.activeElement?.id === 'desk') focusOn(linkId(returned.current))
    returned.current = null
  }, [page, returned])
  return (
    <Loaded loading={loading} value={page}>
      {({ users, total }) =>
        users.length === 0 ? (
          <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        ) : (
          <>
            <div className={parts.list}>
              <Table
                caption={t.caption(total)}
                columns={(['name', 'role', 'phone', 'state', 'used'] as const).map((key) => ({
                  key,
                  title: t.columns[key],
                }))}
                rows={users.map((user) => ({
                  key: user.id,
                  cells: cellsOf(user, t, linkId(user.id), () => setQuery({ user: user.id })),
                }))}
              />
            </div>
            {rest ? (
              <LoadMore label={t.more} shown={t.shown(users.length, total)} {...rest} />
            ) : null}
          </>
        )
      }
    </Loaded>
  )
}
