import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { broken, generate } from './generate.ts'
import type { Size } from './sale.ts'

/**
 * What the cabinet and the accountant's report read. With `FILL=read` nothing else is filled: ten
 * million policies in a third of an hour.
 */
const READ = ['people', 'accounts', 'orders', 'policies']
const onlyRead = process.env.FILL === 'read'

/**
 * Where the database of so many policies stands between benches, when `BENCH_DATA` names a folder
 * for them; else every bench fills its own.
 */
export const keptFolder = (policies: number): string | undefined =>
  process.env.BENCH_DATA
    ? join(process.env.BENCH_DATA, `${policies}${onlyRead ? '-read' : ''}`)
    : undefined

/**
 * Fills the database as `generate` does and, when it is whole, asks it what does not hold; once for
 * a folder that is kept. Throws when something does not.
 */
export async function fill(client: pg.Client, size: Size, home: string): Promise<void> {
  const marker = join(home, 'filled.json')
  const wanted = JSON.stringify(size)
  if (existsSync(marker)) {
    if (readFileSync(marker, 'utf8') !== wanted)
      throw new Error(`${home} was filled with something else`)
    return
  }
  await generate(
    client,
    size,
    home,
    (line) => process.stderr.write(`${line}\n`),
    onlyRead ? READ : undefined,
  )
  const wrong = onlyRead ? [] : await broken(client)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  writeFileSync(marker, wanted)
}
