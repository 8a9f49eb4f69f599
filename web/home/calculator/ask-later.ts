import type { ask as Ask } from '../../http/ask.ts'

/** A call of this page: none is made before the first paint, and what makes them comes after it. */
export const ask: typeof Ask = async (...asked) => (await import('../../http/ask.ts')).ask(...asked)
