import { formatPhone } from '#domain/phone.ts'
import { StateWord } from '../../ui/state-word.tsx'
import type words from './texts.ts'
import type { User } from './user.ts'

type Words = (typeof words)['kz']

export const phoneOf = ({ phone }: User, t: Words): string =>
  phone ? formatPhone(phone) : t.noPhone

/** Blocked, working, or not yet signed in. */
export function StateMark({ user, t }: { user: User; t: Words }) {
  if (user.blockedAt) return <StateWord tone="bad">{t.blocked}</StateWord>
  return user.password === 'temporary' ? (
    <StateWord tone="now">{t.newcomer}</StateWord>
  ) : (
    <StateWord tone="good">{t.active}</StateWord>
  )
}

export const roleOf = ({ role, administrator }: User, t: Words): string =>
  administrator ? `${t.roles[role]}, ${t.administrator.toLowerCase()}` : t.roles[role]
