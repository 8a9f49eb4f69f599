import { hasAgreed } from '../consent/consent-facts.ts'
import type { Context } from '../http/context.ts'

/**
 * Whether this promoter may tell the state that the person has agreed. Where nobody demands an
 * answer to 1414, promoters say by asking that the person before them has agreed.
 */
export const vouches = async (context: Context, iin: string): Promise<boolean> =>
  (await hasAgreed(context, iin)) || !(await context.reference.promoterConsentRequired())
