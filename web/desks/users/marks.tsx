import { formatPhone } from '#domain/phone.ts'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import type words from './texts.ts'
import type { User } from './user.ts'

type Words = (typeof words)['kz']

export const nameOf = ({ surname, name, patronymic }: User): string =>
  [surname, name, patronymic].filter(Boolean).join(' ')
export const phoneOf = ({ phone }: User, t: Words): string =>
  phone ? formatPhone(phone).replaceAll(' ', '\u00a0') : t.noPhone

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
