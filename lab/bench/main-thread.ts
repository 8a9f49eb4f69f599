import type { CDPSession, Page } from '@playwright/test'

type Traced = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  tdur?: number
}

/**
 * What the main thread of a page had of the processor, read from the browser's own trace: other
 * work on the machine makes a screen come later, and hardly changes this. Answers the milliseconds
 * of the tasks that began within `after` before the page's mark of that name; null where there is
 * no such mark.
 */
export async function tracesMainThread(page: Page) {
  const client: CDPSession = await page.context().newCDPSession(page)
  const events: Traced[] = []
  client.on('Tracing.dataCollected', ({ value }) => {
    for (const one of value) if (isTraced(one)) events.push(one)
  })
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  return async () => {
    const ended = new Promise((done) => client.once('Tracing.tracingComplete', done))
    await client.send('Tracing.end')
    await ended
    return (name: string, after: number): number | null => {
      const mark = events.find((one) => one.name === name)
      if (!mark) return null
      const microseconds = events
        .filter(({ pid, tid }) => pid === mark.pid && tid === mark.tid)
        .filter((one) => one.ph === 'X' && /::RunTask$/.test(one.name))
        .filter(({ ts }) => ts >= mark.ts - after * 1_000 && ts < mark.ts)
        .reduce((sum, { tdur }) => sum + (tdur ?? 0), 0)
      return Math.round(microseconds / 1_000)
    }
  }
}

const isTraced = (one: object): one is Traced => 'name' in one && 'ph' in one && 'ts' in one
