import type { ListEntry } from '#domain/kyc.ts'

/** `afm`: persons and organisations; `wmd`: free text; `un`: the consolidated list. */
export type ListFormat = 'afm' | 'wmd' | 'un'
export type ListSource = { code: string; address: string; format: ListFormat }
export type FetchedList = {
  /** Hash of the file's content: equal versions are equal lists. */
  version: string
  fetchedAt: Date
  entries: ListEntry[]
}
export type WatchLists = {
  /** The list as it stands now, whole; with `known`, null when that version is still the current one. Throws `BadList` for a file that cannot be trusted. */
  fetch(list: ListSource, known?: undefined): Promise<FetchedList>
  fetch(list: ListSource, known: string): Promise<FetchedList | null>
}
