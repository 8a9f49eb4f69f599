import { request } from 'undici'
import { noticeAnswer } from './protocol-notices.ts'
import { readXml, trimmed } from './xml.ts'

/** Notices on their way: sent again until the shop says that it has them. */

/** One delivery with its repetitions; resolves after the first attempt, the others go on behind. */
export async function deliver(
  url: string,
  form: () => Record<string, unknown>,
  repeat: readonly number[],
): Promise<void> {
  if (await post(url, form())) return
  void (async () => {
    for (const ms of repeat) {
      await pause(ms)
      if (await post(url, form())) return
    }
  })()
}

async function post(url: string, form: Record<string, unknown>): Promise<boolean> {
  try {
    const reply = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        Object.entries(form).map(([name, value]) => [name, String(value)]),
      ).toString(),
      signal: AbortSignal.timeout(10_000),
    })
    const answer = noticeAnswer.safeParse(trimmed(readXml(await reply.body.text())))
    return answer.success && answer.data.pg_status !== 'error'
  } catch {
    return false
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
