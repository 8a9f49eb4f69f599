import type { Person, SandboxRoute, SandboxSystem, World } from '../sandbox-kit.ts'
import { type Part, parts, sandboxLists } from './protocol.ts'
import { type AfmRow, afmExcluded, afmIncluded, afmPersons, pepPersons } from './sandbox-entries.ts'
import {
  type Afm,
  afmFile,
  afmJson,
  file,
  numbered,
  rowOf,
  unFile,
  wmdFile,
} from './sandbox-files.ts'

type Listed = { number: number; row: AfmRow }

/**
 * The publishers of the watch lists: invented entries, and every person of the world whose `lists`
 * name the list, at once.
 */
export function amlSandbox(world: World): SandboxSystem {
  const listed = world.store<Listed>('aml.listed')

  /** The world's people of a list, with a number that stays theirs. */
  const people = (list: string): { number: number; person: Person }[] =>
    [...world.people.values()]
      .filter(({ lists }) => lists.includes(list))
      .map((person) => {
        const key = `${list} ${person.iin}`
        const known = listed.get(key)
        if (known) return { number: known.number, person }
        const number = 100 + world.next(`aml.${list}`)
        listed.set(key, { number, row: rowOf(person) })
        world.saved()
        return { number, person }
      })

  /** Who stood on the list once and does not any more. */
  const removed = (list: string): AfmRow[] =>
    [...listed].flatMap(([key, { row }]) =>
      key === `${list} ${row.iin}` && !world.people.get(row.iin)?.lists.includes(list) ? [row] : [],
    )

  const afm = (list: string, part: Part): Afm => {
    if (part === 'included') return { persons: numbered(list === 'TERROR' ? afmIncluded : []) }
    if (part === 'excluded')
      return { persons: numbered([...(list === 'TERROR' ? afmExcluded : []), ...removed(list)]) }
    const own =
      list === 'PEP' ? pepPersons : list === 'TERROR' ? afmPersons : afmPersons.slice(2, 6)
    const added = people(list).map(({ number, person }) => ({ num: number, ...rowOf(person) }))
    return {
      persons: [...numbered(own), ...added],
      ...(list === 'PEP' ? {} : { hasOrganisations: true }),
    }
  }

  const contents: Record<string, (part: Part) => string> = {
    TERROR: (part) => afmFile(afm('TERROR', part)),
    TERROR_FINANCING: (part) => afmFile(afm('TERROR_FINANCING', part)),
    PEP: () => afmFile(afm('PEP', 'active')),
    WMD: () => wmdFile(people('WMD')),
    UN: () => unFile(people('UN')),
  }
  const routes = sandboxLists.flatMap(({ code, path }): SandboxRoute[] => {
    const of = (part: Part): SandboxRoute => ({
      method: 'GET',
      path: path.replace('{part}', part),
      operation: code,
      key: (): Record<string, string> => (path.includes('{part}') ? { part } : {}),
      error: () => ({
        status: 403,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>403 Forbidden</body></html>',
      }),
      handle: ({ headers }) => file(contents[code]?.(part) ?? '', headers['if-none-match']),
    })
    return path.includes('{part}') ? parts.map(of) : [of('active')]
  })
  // The same list as JSON, to whom the key was given.
  const asJson: SandboxRoute = {
    method: 'GET',
    path: '/aml/v1/sanctions/sanction-terrorist',
    operation: 'TERROR',
    handle: ({ headers }) =>
      headers['x-api-key']
        ? {
            ...file(afmJson(afm('TERROR', 'active')), headers['if-none-match'], 'application/json'),
          }
        : {
            status: 401,
            headers: { 'content-type': 'application/json' },
            body: '{"detail":"no key"}',
          },
  }
  return { system: 'aml', routes: [...routes, asJson] }
}
