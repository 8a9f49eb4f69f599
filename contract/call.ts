import { z } from 'zod'

/**
 * Who may make a call. `everyone` needs no token; the others are kinds of token (settled.md,
 * "Identity"); `order` is the link of one order, opened by its code (decision 187); `claim` is one
 * claim of a person identified only as far as a buyer is (decision 224), so every call it may make
 * checks that it is that claim. An `administrator` is staff with that mark and may do whatever
 * staff may.
 */
export type Who =
  | 'everyone'
  | 'purchase'
  | 'user'
  | 'promoter'
  | 'order'
  | 'claim'
  | 'accountant'
  | 'staff'
  | 'administrator'

export type Call<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> = {
  path: `/${string}`
  method: 'GET' | 'POST'
  may: readonly Who[]
  /** One sentence for the published document. */
  about: string
  body: Body
  reply: Reply
  /**
   * Largest body with a `file`, bytes, if 256 KB is too little, and the error for a larger one
   * (texts/fields.ts).
   */
  fileLimit?: { bytes: number; error: string }
  /**
   * The call answers the catalogue's codes (spec section 8), so a failing outside system is 200
   * with 12002; on other calls it is 503.
   */
  catalogue?: boolean
  /**
   * May outlast the request: then 409 with `error: goes_on`, the work continues, and a repeat of
   * the request gets its answer.
   */
  goesOn?: boolean
}

export const call = <Body extends z.ZodType, Reply extends z.ZodType>(
  definition: Call<Body, Reply>,
): Call<Body, Reply> => definition

/**
 * A refusal: the request was right, facts elsewhere forbid it. `code` is the catalogue's or ours
 * (domain/refusals.ts).
 */
export const Refusal = z.object({
  success: z.literal(false),
  code: z.int(),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export type Refusal = z.infer<typeof Refusal>

/** The envelope around `data`. */
export const answer = <Data extends z.ZodType>(data: Data) =>
  z.union([z.object({ success: z.literal(true), data }), Refusal])
/** The envelope with the specification's fields beside `success`. */
export const answerWith = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.union([z.object({ success: z.literal(true), ...shape }), Refusal])
export const done = z.union([z.object({ success: z.literal(true) }), Refusal])
