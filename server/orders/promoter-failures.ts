import * as refusals from '#domain/refusals.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Context } from '../http/context.ts'
import type { Refused } from '../http/refuse.ts'

/**
 * Does a promoter's step and writes down why it was refused, for the monthly statement: codes,
 * nothing about anybody.
 */
export async function countingFailures<Done extends { success: true }>(
  context: Context,
  stage: 'calculate' | 'order',
  work: () => Promise<Done | Refused>,
): Promise<Done | Refused> {
  try {
    const answer = await work()
    if (!answer.success)
      await failed(context, stage, answer.code, String(answer.data?.reason ?? ''))
    return answer
  } catch (cause) {
    if (cause instanceof Unavailable || cause instanceof EsbdRefused)
      await failed(context, stage, refusals.apiUnavailable, '')
    throw cause
  }
}

async function failed({ db, me, clock }: Context, stage: string, code: number, reason: string) {
  await db
    .insertInto('promoter_failures')
    .values({ promoter_iin: me().iin, stage, code, reason, at: clock.now() })
    .execute()
}
