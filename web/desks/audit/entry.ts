import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import words from './texts.ts'

export type Page = Reply<'staffAudit'>['data']
export type Entry = Page['entries'][number]

/** Where somebody acts, by how the log writes them. */
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

/** A number that people know stands by itself, an id of the database is a word. */
export const objectOf = (
  { object: { kind, id } }: Entry,
  names: Readonly<Record<string, string>>,
): string => (/^Q[GHC]/.test(id) ? (id.split('-')[0] ?? id) : (names[kind] ?? kind))
