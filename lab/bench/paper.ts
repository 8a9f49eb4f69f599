import { exampleFacts } from '../../documents/example-facts.ts'
import { renderDocument } from '../../documents/render.ts'
import { view } from '../../documents/view.ts'
import { pdfkitPolicy } from './pdfkit-policy.ts'

const ROUNDS = 100

/**
 * A policy with a number and a name of its own each time, ours against the same page drawn with
 * pdfkit, in turns; the files of the fonts are in memory on both sides. Processor time, ours with
 * that of the renderer's own threads.
 */
export async function paperBench() {
  const spent = { ours: 0, pdfkit: 0 }
  let sizes = { ours: 0, pdfkit: 0 }
  for (let at = -10; at < ROUNDS; at += 1) {
    const facts = {
      ...exampleFacts,
      globalId: `${10_000_000_000 + at}A`,
      policyholder: {
        ...exampleFacts.policyholder,
        fullName: `${exampleFacts.policyholder.fullName} ${at}`,
      },
    }
    const locale = at % 2 === 0 ? 'kz' : 'ru'
    const [ours, byOurs] = await timed(async () => renderDocument('policy', facts, locale))
    const [theirs, byPdfkit] = await timed(() => pdfkitPolicy(view('policy', facts, locale)))
    if (at < 0) continue
    spent.ours += byOurs
    spent.pdfkit += byPdfkit
    sizes = { ours: ours.length, pdfkit: theirs.length }
  }
  const each = (ms: number) => (ms / ROUNDS).toFixed(1)
  return {
    name: 'a policy as tagged PDF/A-2a with its QR code against pdfkit drawing the same page',
    ratio: spent.ours / spent.pdfkit,
    goal: '≤ 0.2',
    detail: `${each(spent.ours)} against ${each(spent.pdfkit)} ms of the processor each; ${Math.round(sizes.ours / 1_000)} against ${Math.round(sizes.pdfkit / 1_000)} KB`,
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage()
  const made = await work()
  // What each side leaves to the next turn of the loop is its own.
  await new Promise((resolve) => setImmediate(resolve))
  const { user, system } = process.cpuUsage(before)
  return [made, (user + system) / 1_000]
}
