import { recognise } from '#domain/desk-search.ts'
import { isIinEnd } from '#domain/iin.ts'
import type { Asked } from './results.tsx'

/** Returns what a number is by its form; the server reports a wrong IIN under the field. */
export function askedBy(text: string): Asked {
  const bare = text.replace(/\s/g, '')
  const found = recognise(text)
  if (found?.kind === 'iin' && found.left > 0 && isIinEnd(bare))
    return { by: 'iinEnd', value: bare }
  if (found?.left !== 0) return { by: 'globalId', value: text }
  const { kind, value } = found
  return kind === 'plate' || kind === 'iin' || kind === 'phone'
    ? { by: kind, value }
    : { by: 'globalId', value: text }
}
