import { indexEntries, screen } from '../../domain/kyc/kyc.ts'
import { namesAndQuestions, scoreOf } from '../../tests/names.ts'

/**
 * How well the watch lists' matcher tells listed people from others: 10 000 questions with known
 * answers. `node lab/bench/matching.ts [count] [seed]`.
 */
const size = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? 2026)
const { entries, questions } = namesAndQuestions(size, seed)
const index = indexEntries(entries)
const began = performance.now()
const { precision, recall, kinds } = scoreOf(
  questions,
  (person) => screen(person, index, { TEST: 'block' }).decision !== 'clear',
)
const took = performance.now() - began

const percent = (share: number) => `${(share * 100).toFixed(2)} %`
console.log(`${questions.length} questions, ${entries.length} entries, seed ${seed}`)
console.log(
  `precision ${percent(precision)}, recall ${percent(recall)}, ${(took / questions.length).toFixed(3)} ms each`,
)
for (const { kind, listed, asked, right } of kinds.sort(
  (a, b) => a.right / a.asked - b.right / b.asked,
))
  console.log(
    `${listed ? 'listed' : 'other '}  ${kind.padEnd(30)} ${String(right).padStart(5)} of ${String(asked).padStart(5)}  ${percent(right / asked)}`,
  )
