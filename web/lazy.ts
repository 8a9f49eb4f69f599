import { lazy as reactLazy } from 'react'

/**
 * React's `lazy` for a part whose file may be cut off: its place waits, and asks again every two
 * seconds, which reloads the page where the browser remembers the failure (`enhance.ts`). React
 * itself would take the whole page away.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => come(load))

/**
 * The part, however long it takes. A page that is about to load itself anew answers nothing
 * (`enhance.ts`): that is no part either.
 */
export const come = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  const part = await load().catch(() => null)
  if (part) return part
  await new Promise((again) => setTimeout(again, 2_000))
  return come(load)
}
