import { lazy as reactLazy } from 'react'

/**
 * React's `lazy` for a part whose file may be cut off: its place waits, and asks again every two
 * seconds, which reloads the page where the browser remembers the failure (`enhance.ts`). React
 * itself would take the whole page away.
 */
export const lazy: typeof reactLazy = (load) => reactLazy(() => come(load))

/** The part, however long it takes. */
export const come = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async () => {
    await new Promise((again) => setTimeout(again, 2_000))
    return come(load)
  })
