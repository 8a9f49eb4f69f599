import { createHash } from 'node:crypto'
import type { ListEntry, ListFormat } from '#domain/kyc/kyc.ts'
import type { Reply, Send } from '../http.ts'
import { BadList } from './list-file.ts'
import { parts } from './protocol.ts'
import { readAfm, readUn, readWmd } from './read-lists.ts'

export { BadList } from './list-file.ts'

export type ListSource = {
  code: string
  /** Address of the file; for `afm`, `{part}` in it becomes `active`, `included` and `excluded`. */
  address: string
  format: ListFormat
}
export type FetchedList = {
  /** Hash of the content: equal versions are equal lists. */
  version: string
  fetchedAt: Date
  /** Never empty. */
  entries: ListEntry[]
}
/**
 * Both throw `BadList` for a file that must not be taken (the version in use stays) and
 * `Unavailable` when they do not answer.
 */
export type WatchLists = {
  /** Returns the present list, whole. */
  fetch(list: ListSource): Promise<FetchedList>
  /**
   * Returns the same, or null if `version` is still current: sends the ETag of the last answer and
   * skips a file with the same hash.
   */
  fetchIfChanged(list: ListSource, version: string): Promise<FetchedList | null>
}
/**
 * `apiKey` is sent as `X-Api-Key` to the publisher who gave it, by the origin of `keyAddress`, and
 * to no other.
 */
export type AmlConfig = { apiKey?: string; keyAddress?: string }

type Format = {
  read: (list: string, file: Buffer) => ListEntry[]
  /** Its publisher is the agency that gave us a key. */
  asksForKey: boolean
}
const formats: Readonly<Record<ListFormat, Format>> = {
  afm: { read: readAfm, asksForKey: true },
  wmd: { read: readWmd, asksForKey: true },
  un: { read: readUn, asksForKey: false },
}

export function aml({ apiKey, keyAddress }: AmlConfig, send: Send): WatchLists {
  /** Last answers by address: a cache that only saves work, so it may be lost. */
  const known = new Map<string, { etag: string; hash: string }>()

  const get = (list: ListSource, url: string, etag: string | undefined): Promise<Reply> =>
    send({
      operation: list.code,
      key: list.code,
      method: 'GET',
      url,
      headers: {
        accept: 'application/xml, application/json;q=0.5',
        ...(apiKey && formats[list.format].asksForKey && isAt(url, keyAddress)
          ? { 'x-api-key': apiKey }
          : {}),
        ...(etag ? { 'if-none-match': etag } : {}),
      },
      safe: true,
    })

  const fetch = async (list: ListSource, version: string | null): Promise<FetchedList | null> => {
    const urls = list.address.includes('{part}')
      ? parts.map((part) => list.address.replaceAll('{part}', part))
      : [list.address]
    const last = urls.flatMap((url) => known.get(url) ?? [])
    const isKnown =
      version !== null &&
      last.length === urls.length &&
      versionOf(last.map(({ hash }) => hash)) === version
    const replies = await Promise.all(
      urls.map((url) => get(list, url, isKnown ? known.get(url)?.etag : undefined)),
    )
    if (isKnown && replies.every(({ status }) => status === 304)) return null

    const files = await Promise.all(
      replies.map(async (reply, at) =>
        reply.status === 304 ? get(list, urls[at] ?? '', undefined) : reply,
      ),
    )
    for (const { status } of files)
      if (status !== 200) throw new BadList(list.code, 'refused', `HTTP ${status}`)
    const bodies = files.map(({ body }) => body)
    const hashes = bodies.map(hashOf)
    const fetched = versionOf(hashes)
    if (fetched !== version) {
      const entries = together(list, bodies)
      remember(urls, files, hashes)
      return { version: fetched, fetchedAt: new Date(), entries }
    }
    remember(urls, files, hashes)
    return null
  }

  const remember = (urls: string[], files: Reply[], hashes: string[]) =>
    urls.forEach((url, at) => {
      const etag = files[at]?.headers.etag
      if (etag) known.set(url, { etag, hash: hashes[at] ?? '' })
      else known.delete(url)
    })

  return {
    fetch: async (list) => {
      const fetched = await fetch(list, null)
      // Without a version to compare with there is always an answer.
      if (!fetched) throw new BadList(list.code, 'unreadable')
      return fetched
    },
    fetchIfChanged: fetch,
  }
}

/**
 * Reads a list from the publisher's own files, given by hand: the one file, for `afm` active,
 * included and excluded (the last two may be missing). Same parsing and checks as over HTTP; throws
 * `BadList`.
 */
export function readList(
  list: Pick<ListSource, 'code' | 'format'>,
  files: readonly [Buffer, ...Buffer[]],
): Omit<FetchedList, 'fetchedAt'> {
  return { version: versionOf(files.map(hashOf)), entries: together(list, files) }
}

/**
 * Merges one list from its files. Active entries always count; included ones (just added, active
 * within days) count unless the excluded file names the same person: an old exclusion must not drop
 * a person who is active again.
 */
function together(
  list: Pick<ListSource, 'code' | 'format'>,
  files: readonly Buffer[],
): ListEntry[] {
  const [active = [], included = [], excluded = []] = files.map((body) =>
    formats[list.format].read(list.code, body),
  )
  if (active.length === 0) throw new BadList(list.code, 'empty')
  const present = new Set(active.map(identityOf))
  const gone = new Set(excluded.map(identityOf))
  const added = included.filter(
    (entry) => !present.has(identityOf(entry)) && !gone.has(identityOf(entry)),
  )
  // Numbers are rows of a file: an added entry must not pass for the active one of the same row.
  return [...active, ...added.map((entry) => ({ ...entry, number: `new-${entry.number}` }))]
}

const identityOf = ({ kind, iin, names, birthDate, birthYear }: ListEntry): string =>
  iin ?? [kind, names.join('|').toUpperCase(), birthDate ?? birthYear ?? ''].join(' ')

const isAt = (url: string, address: string | undefined): boolean =>
  address !== undefined &&
  URL.canParse(url) &&
  URL.canParse(address) &&
  new URL(url).origin === new URL(address).origin

const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

/** Returns a version made of the files' hashes, in their order. */
const versionOf = (hashes: string[]): string =>
  hashes.length === 1 ? (hashes[0] ?? '') : createHash('sha256').update(hashes.join()).digest('hex')
