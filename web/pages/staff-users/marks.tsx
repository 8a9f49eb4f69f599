import { formatPhone } from '#domain/phone.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import type words from './texts.ts'
import type { User } from './users.tsx'

type Words = (typeof words)['kz']

export const nameOf = ({ surname, name, patronymic }: User): string => [surname, name, patronymic].filter(Boolean).join(' ')
export const phoneOf = ({ phone }: User, t: Words): string => (phone ? formatPhone(phone) : t.noPhone)

/** Blocked, working, or not yet signed in: with an icon and a word. */
export function StateMark({ user, t }: { user: User; t: Words }) {
  if (user.blockedAt)
    return (
      <Chip tone="bad" icon={<ErrorIcon />}>
        {t.blocked}
      </Chip>
    )
  return user.password === 'temporary' ? (
    <Chip>{t.newcomer}</Chip>
  ) : (
    <Chip tone="good" icon={<CheckIcon />}>
      {t.active}
    </Chip>
  )
}

export const RoleMark = ({ user, t }: { user: User; t: Words }) => (
  <span className={parts.head}>
    {t.roles[user.role]}
    {user.administrator ? <Chip>{t.administrator}</Chip> : null}
  </span>
)

/** A row of the list. */
export const cellsOf = (user: User, t: Words, onOpen: () => void) => ({
  name: (
    <Button look="quiet" size="small" aria-label={t.open(nameOf(user))} onClick={onOpen}>
      {nameOf(user)}
    </Button>
  ),
  role: <RoleMark user={user} t={t} />,
  phone: phoneOf(user, t),
  state: <StateMark user={user} t={t} />,
  sessions: user.sessions,
  used: user.lastUsedAt ? almatyTime(user.lastUsedAt) : '–',
})
