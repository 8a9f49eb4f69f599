import { useState } from 'react'
import { setQuery, useQuery } from '../../ui/query.ts'

const fields = ['actor', 'object', 'action', 'from', 'to', 'since', 'until', 'unusual'] as const
export type Field = (typeof fields)[number]
export type Filter = Partial<Record<Exclude<Field, 'unusual'>, string>> & { unusual?: 'yes' }

/** An IIN may be looked for: it stays out of the address, where the rest of the filter stands. */
const isPersonal = (value: string) => /\d{12}/.test(value.replaceAll(/\s/g, ''))

/** What narrows the log, in the address but for somebody's number; a change acts at once. */
export function useFilter() {
  const query = useQuery()
  const [personal, setPersonal] = useState<Partial<Record<Field, string>>>({})
  const all = Object.fromEntries(
    fields.flatMap((name) => {
      const value = personal[name] || query.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const change = (changes: Partial<Record<Field, string>>) => {
    const pairs = Object.entries(changes)
    const isOpen = ([, value]: [string, string]) => !isPersonal(value)
    setPersonal({
      ...Object.fromEntries(Object.entries(personal).filter(([name]) => !(name in changes))),
      ...Object.fromEntries(pairs.filter((pair) => !isOpen(pair))),
    })
    setQuery({
      ...Object.fromEntries(pairs.map(([name]) => [name, null])),
      ...Object.fromEntries(pairs.filter(isOpen)),
    })
  }
  return { filter: all as Filter, change }
}
