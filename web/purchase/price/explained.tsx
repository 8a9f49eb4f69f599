import { Changes } from './changes.tsx'
import type { Factor } from './factor-words.ts'
import { Waterfall } from './waterfall.tsx'

/** Why this price, and what would change it. */
export function Explained({ factors, premium }: { factors: readonly Factor[]; premium: number }) {
  return (
    <>
      <Waterfall factors={factors} premium={premium} />
      <Changes factors={factors} premium={premium} heading="h2" />
    </>
  )
}
