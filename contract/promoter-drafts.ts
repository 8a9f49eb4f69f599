import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Instant, Uuid, Whole } from './fields.ts'

/** Sales that a promoter began and keeps. */
const promoter = ['promoter'] as const

const DraftHead = z.object({
  id: z.string(),
  /** The newer one wins: a save with the same or an older revision changes nothing. */
  revision: z.int(),
  /** What the list shows; the page's own words. */
  title: z.string(),
  savedAt: Instant,
  expiresAt: Instant,
})
export const draftSave = call({
  path: '/api/promoter/draft/save',
  method: 'POST',
  may: promoter,
  about:
    'Keeps an unfinished sale for 24 hours, by the id the device made. Repeating changes nothing; a draft deleted or issued does not come back (`kept: false`).',
  body: z.strictObject({
    id: Uuid,
    revision: Whole,
    title: z.string().max(120).default(''),
    /** operation.applicationId of its calculation: once that is issued, the draft is gone. */
    applicationId: Uuid.nullish(),
    /** The page's own state; at most 200 000 characters as JSON. */
    content: z.record(z.string(), z.unknown()),
  }),
  reply: answer(z.object({ kept: z.boolean(), revision: z.int(), expiresAt: Instant })),
})
export const drafts = call({
  path: '/api/promoter/draft/list',
  method: 'POST',
  may: promoter,
  about: 'The promoter’s drafts, the newest first.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      drafts: z.array(
        DraftHead.extend({
          /** «Chrome, Android»: the other device where it was typed or opened last; null: this one. */
          elsewhere: z.string().nullable(),
          /** Who has handed it over. */
          from: z.string().nullable(),
        }),
      ),
    }),
  ),
})
export const draftGet = call({
  path: '/api/promoter/draft/get',
  method: 'POST',
  may: promoter,
  about: 'One draft whole.',
  body: z.strictObject({ id: Uuid }),
  reply: answer(DraftHead.extend({ content: z.record(z.string(), z.unknown()) })),
})
export const draftDelete = call({
  path: '/api/promoter/draft/delete',
  method: 'POST',
  may: promoter,
  about: 'Deletes a draft; a save that was on its way does not bring it back.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const colleagues = call({
  path: '/api/promoter/draft/colleagues',
  method: 'POST',
  may: promoter,
  about: 'The promoters that an unfinished sale can be handed to.',
  body: z.strictObject({}),
  reply: answer(z.object({ colleagues: z.array(z.object({ id: z.string(), name: z.string() })) })),
})
export const draftGive = call({
  path: '/api/promoter/draft/give',
  method: 'POST',
  may: promoter,
  catalogue: true,
  about:
    'Hands an unfinished sale to a colleague: it leaves this promoter and stands among the colleague’s drafts, without its calculation. 14139 while a bill of it waits. Audited.',
  body: z.strictObject({ id: Uuid, to: Uuid }),
  reply: done,
})
