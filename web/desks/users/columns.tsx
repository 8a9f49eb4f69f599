import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { queryWith, setQuery } from '../../ui/query.ts'
import { nameOf, phoneOf, roleOf, StateMark } from './marks.tsx'
import words from './texts.ts'
import type { User } from './user.ts'
import styles from './users.module.css'

/** Who, as what, and how they stand; with `two` lines the role stands below the name. */
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
      {nameOf(user)}
    </a>
  )
}
