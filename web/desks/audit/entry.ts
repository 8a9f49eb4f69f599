import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import words from './texts.ts'

export type Page = Reply<'staffAudit'>['data']
export type Entry = Page['entries'][number]

/** Returns where the actor works, by how the log writes them. */
export const placeOf = ({ actor }: Entry) => {
  const [kind = ''] = actor.split(':')
  if (kind === 'staff') return 'desk'
  if (kind === 'accountant') return 'books'
  if (kind === 'promoter') return 'portal'
  return kind === 'client' ? 'site' : 'job'
}

export function useActorName(): (entry: Entry) => string {
  const t = useTexts(words)
  return ({ actor, actor_name }) =>
    actor_name ??
    (actor.startsWith('job:') ? t.program : actor.startsWith('client:') ? t.client : actor)
}

/**
 * Names the object of an entry and its owner: a number that people know is shown as it is, an id of
 * the database becomes a word.
 */
export function objectOf(
  { object: { kind, id, name, who } }: Entry,
  names: Readonly<Record<string, string>>,
): string {
  const word = names[kind] ?? kind
  const thing = /^Q[GHC]/.test(id)
    ? (id.split('-')[0] ?? id)
    : kind === 'period'
      ? `${word} ${id.split('-').reverse().join('.')}`
      : name
        ? `${word} ${name}`
        : word
  return who ? `${thing} – ${who}` : thing
}

/** Lists the distinct objects of a folded act: two of them, and how many more. */
export function objectsOf(
  entries: readonly Entry[],
  names: Readonly<Record<string, string>>,
): string {
  const all = [...new Set(entries.map((entry) => objectOf(entry, names)))]
  const more = all.length - 2
  return [...all.slice(0, 2), ...(more > 0 ? [`+${more}`] : [])].join(', ')
}
