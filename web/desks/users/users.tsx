import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { isIin } from '#domain/iin.ts'
import { fullName, nameKeys, namesBy } from '#domain/person.ts'
import { type StaffRole, staffRoles } from '#domain/staff-roles.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { askAnew, useReplyPages } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip, FilterFold } from '../../ui/filter-chip.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { PlusIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { queryWith, setQuery, useQuery } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { toRow } from '../../ui/walk-rows.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useKeys, useOpened } from '../shell/keys.ts'
import filtered from '../split/filtered.module.css'
import split from '../split/split.module.css'
import { OneUser, phoneOf, roleOf, StateMark, type User } from './one-user.tsx'
import words from './texts.ts'
import styles from './users.module.css'

/** Name, role and state; with `two` lines the role is below the name. */
export function useUserColumns(two: boolean): DenseColumn<User>[] {
  const t = useTexts(words)
  const all: DenseColumn<User>[] = [
    {
      key: 'name',
      title: t.columns.name,
      grows: true,
      cell: (user) => (
        <>
          <span className={styles.name}>
            <NameLink user={user} />
          </span>
          {two ? <span className={styles.below}>{roleOf(user, t)}</span> : null}
        </>
      ),
    },
    {
      key: 'role',
      title: t.columns.role,
      from: 600,
      cell: (user) => roleOf(user, t),
    },
    { key: 'phone', title: t.columns.phone, from: 900, cell: (user) => phoneOf(user, t) },
    { key: 'state', title: t.columns.state, cell: (user) => <StateMark user={user} t={t} /> },
    {
      key: 'used',
      title: t.columns.used,
      from: 900,
      cell: ({ lastUsedAt }) => (lastUsedAt ? almatyTime(lastUsedAt) : '–'),
    },
  ]
  return two ? all.filter(({ key }) => key === 'name' || key === 'state') : all
}

/** Opens the user beside the list; with a modifier in a window of its own. */
function NameLink({ user }: { user: User }) {
  return (
    <a
      data-row
      href={queryWith({ user: user.id })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        setQuery({ user: user.id })
      }}
    >
      {fullName(user)}
    </a>
  )
}

type Page = Reply<'staffUsers'>['data']

type Filter = { role?: User['role']; state?: 'open' | 'blocked'; text?: string }
const states = ['open', 'blocked'] as const

/**
 * Users that match the filters, one of them beside the list (`?user=`). The search stays out of the
 * address: it may be an IIN.
 */
export function Users() {
  const t = useTexts(words)
  const query = useQuery()
  const open = query.get('user')
  const role = staffRoles.find((one) => one === query.get('role'))
  const state = states.find((one) => one === query.get('state'))
  const [text, setText] = useState('')
  const [creating, setCreating] = useState(false)
  const close = () => setQuery({ user: null })
  const filter: Filter = {
    ...(role ? { role } : {}),
    ...(state ? { state } : {}),
    ...(text ? { text } : {}),
  }
  useListKeys(open, close)
  return (
    <>
      <Bar role={role} state={state} onFind={setText}>
        <Button
          size="small"
          icon={<PlusIcon />}
          className={styles.add}
          onClick={() => setCreating(true)}
        >
          {t.add}
        </Button>
      </Bar>
      <div className={split.split} data-open={open ? '' : undefined}>
        <section className={filtered.list} aria-label={t.filters}>
          <Found key={JSON.stringify(filter)} filter={filter} open={open} />
        </section>
        {open ? (
          <section className={styles.one} aria-label={t.one}>
            <OneUser key={open} id={open} onBack={close} />
          </section>
        ) : null}
      </div>
      <CreateDialog
        open={creating}
        onClose={() => setCreating(false)}
        onDone={() => {
          setCreating(false)
          void askAnew(['staffUsers'])
        }}
      />
    </>
  )
}

/** Filters that act at once, and the search by name, IIN or phone. */
function Bar({
  role,
  state,
  onFind,
  children,
}: {
  role: User['role'] | undefined
  state: Filter['state']
  onFind: (text: string) => void
  children: ReactNode
}) {
  const t = useTexts(words)
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onFind(String(new FormData(event.currentTarget).get('text') ?? '').trim())
  }
  return (
    <div className={filtered.bar}>
      <FilterFold until={600} acting={[role, state].filter(Boolean).length}>
        <FilterChip
          label={t.role}
          any={t.anyRole}
          value={role ?? ''}
          options={staffRoles.map((value) => ({ value, label: t.roles[value] }))}
          onValue={(value) => setQuery({ role: value, user: null })}
        />
        <FilterChip
          label={t.state}
          any={t.states.any}
          value={state ?? ''}
          options={states.map((value) => ({ value, label: t.states[value] }))}
          onValue={(value) => setQuery({ state: value, user: null })}
        />
      </FilterFold>
      <form className={filtered.find} onSubmit={find}>
        <input
          name="text"
          type="text"
          aria-label={t.text}
          placeholder={t.text}
          maxLength={60}
          autoComplete="off"
        />
        <Button type="submit" variant="secondary" size="small">
          {t.find}
        </Button>
      </form>
      {children}
    </div>
  )
}

/** `J` and `K` walk; beside an open user they open the next one. */
function useListKeys(open: string | null, close: () => void): void {
  const walk = (step: 1 | -1) => () => {
    const link = toRow(step)
    if (open) link?.click()
  }
  useOpened(open !== null, close)
  useKeys({
    KeyJ: walk(1),
    KeyK: walk(-1),
  })
}

type FoundProps = { filter: Filter; open: string | null }

function Found({ filter, open }: FoundProps) {
  const t = useTexts(words)
  const { loading, page, rest } = useReplyPages<'staffUsers', Page>(
    ask,
    'staffUsers',
    filter,
    (before, after) => ({ ...after, users: [...before.users, ...after.users] }),
  )
  const two = useNarrow() || open !== null
  const columns = useUserColumns(two)
  useFocusOnReturn(open, page !== null)
  useFootSum(page ? t.caption(page.total) : '')
  return (
    <Loaded loading={loading} value={page}>
      {({ users, total }) =>
        users.length === 0 ? (
          <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
        ) : (
          <>
            <DenseTable
              caption={t.caption(total)}
              columns={columns}
              rows={users}
              keyOf={({ id }) => id}
              selected={open}
              height={two ? 'two' : 'row'}
            />
            {rest ? (
              <LoadMore label={t.more} shown={t.shown(users.length, total)} {...rest} />
            ) : null}
          </>
        )
      }
    </Loaded>
  )
}

/** Back at the list, focuses the row that was opened, once the list has loaded. */
function useFocusOnReturn(open: string | null, isRead: boolean): void {
  const before = useRef(open)
  const awaited = useRef<string | null>(null)
  useEffect(() => {
    if (before.current !== open) awaited.current = open ? null : before.current
    before.current = open
    if (!awaited.current || !isRead) return
    const row = document.querySelector(`tr[data-key="${CSS.escape(awaited.current)}"]`)
    const link = row?.querySelector<HTMLAnchorElement>('a[data-row]')
    ;(link ?? document.getElementById('desk'))?.focus()
    awaited.current = null
  }, [open, isRead])
}

type Props = { open: boolean; onClose: () => void; onDone: () => void }

/** Creates a promoter, accountant or staff member; the password goes to their phone. */
function CreateDialog({ open, onClose, onDone }: Props) {
  const all = useTexts(words)
  const t = all.create
  const say = useToast()
  const act = useAct(t.done)
  // No default: the administrator decides what a person may do.
  const [role, setRole] = useState<StaffRole | null>(null)
  const [unsaid, setUnsaid] = useState(false)
  const [wrongIin, setWrongIin] = useState(false)
  const make = async (form: FormData) => {
    const of = (name: string) => String(form.get(name) ?? '').trim()
    const iin = of('iin').replace(/\D/g, '')
    setUnsaid(role === null)
    setWrongIin(!isIin(iin))
    if (role === null) return document.getElementById('user-role')?.focus()
    if (!isIin(iin)) return document.getElementById('user-iin')?.focus()
    const made = await act.run(async () => {
      const { data } = await ask('staffUsersCreate', {
        role,
        administrator: role === 'staff' && form.get('administrator') !== null,
        iin,
        ...namesBy(of),
        phone: of('phone'),
      })
      if (!data.passwordSent) say({ text: t.notSent, tone: 'bad', kind: 'snackbar' })
    })
    if (made) onDone()
  }
  const close = () => {
    setWrongIin(false)
    setUnsaid(false)
    setRole(null)
    onClose()
  }
  const { errors } = act
  return (
    <ActDialog
      open={open}
      title={t.title}
      submit={t.submit}
      act={act}
      onClose={close}
      onSubmit={(form) => void make(form)}
    >
      <div className={parts.form}>
        <p>{t.lead}</p>
        <Select
          name="role"
          id="user-role"
          label={t.role}
          placeholder={t.chooseRole}
          error={unsaid ? t.chooseRole : undefined}
          options={staffRoles.map((value) => ({ value, label: all.roles[value] }))}
          onValue={(value) => {
            setRole(staffRoles.find((one) => one === value) ?? null)
            setUnsaid(false)
          }}
        />
        {role === 'staff' ? <Checkbox name="administrator" label={t.administrator} /> : null}
        <IinField
          name="iin"
          id="user-iin"
          label={t.iin}
          autoComplete="off"
          error={wrongIin ? t.iinWrong : errors.iin}
          onValue={() => setWrongIin(false)}
        />
        {nameKeys.map((name) => (
          <LimitedField
            key={name}
            name={name}
            label={t[name]}
            optional={name === 'patronymic' ? t.optional : undefined}
            maxLength={60}
            autoComplete="off"
            error={errors[name]}
          />
        ))}
        <PhoneField name="phone" label={t.phone} autoComplete="off" error={errors.phone} />
      </div>
    </ActDialog>
  )
}
