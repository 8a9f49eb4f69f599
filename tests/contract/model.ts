import fc from 'fast-check'
import { checkRest } from './at-rest.ts'
import { broken } from './broken.ts'
import { commandOf, HIGHEST, live, type Story } from './commands.ts'
import { rest } from './sweep.ts'
import type { Rules } from './world.ts'

const LONGEST = 60

const begun = {
  ogpo: ['ordered', 'bought', 'bought'],
  home: ['ordered', 'bought', 'charged'],
} as const

const stories = fc
  .tuple(
    fc.nat(7),
    fc.nat(2),
    fc.nat(2),
    fc.array(fc.nat(HIGHEST), { maxLength: LONGEST, size: 'max' }),
  )
  .map(([how, product, begin, numbers]): Story => {
    const of = product === 2 ? 'home' : 'ogpo'
    return {
      product: of,
      how,
      begun: begun[of][begin] ?? 'ordered',
      commands: numbers.map((number) => commandOf(of, number)),
    }
  })

/**
 * A whole life of a contract: what happens to it, then rest, then everything that must be true.
 * Throws what is not.
 */
export function lives(rules: Rules, story: Story): void {
  const world = live(rules, story)
  if (!rest(world)) broken('it never comes to rest')
  checkRest(world)
}

const readable = ({ product, how, begun: beginning, commands }: Story): string =>
  [
    `${product} ${how}, ${beginning}`,
    ...commands.map((one) => `  ${one.do} which ${one.which} how ${one.how}`),
  ].join('\n')

/**
 * Lives `runs` contracts through stories made from `seed`. Null when nothing was broken, else what,
 * with the shortest story found and the seed. `quick`: the first failure as it came, for a run that
 * only asks whether there is one.
 */
export function runModel(
  rules: Rules,
  of: { runs: number; seed: number; quick?: boolean },
): string | null {
  const { runs, seed, quick = false } = of
  const property = fc.property(stories, (story) => lives(rules, story))
  const found = fc.check(property, { numRuns: runs, seed, endOnFailure: quick })
  if (!found.failed) return null
  const [story] = found.counterexample ?? []
  const why =
    found.errorInstance instanceof Error ? found.errorInstance.message : String(found.errorInstance)
  return `${why}\nafter ${found.numRuns} stories of seed ${found.seed}\n${story ? readable(story) : ''}`
}
