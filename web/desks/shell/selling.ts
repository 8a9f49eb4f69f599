import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'

/** Every desk says within a minute that the sale has stopped; the answer is one small read. */
const EVERY_MS = 15_000

/** Whether selling goes on, asked again while the page is looked at; null until then. */
export const useSelling = () =>
  useReply(ask, 'staffSelling', {}, { everyMs: EVERY_MS, onReturn: true }).value
