import { loadavg } from 'node:os'
import { chromium } from '@playwright/test'
import { z } from 'zod'
import { chromiumFlags, findChromium } from '../tests/journeys/browser.ts'

/**
 * The accountant's table with 10,000 rows loaded, scrolled on a slow machine (a quarter of this
 * one's processor). Prints what the screen showed while the wheel turned: how many frames of the
 * browser were presented, dropped, or showed a place without its rows; and how often the page's own
 * thread came round while it scrolled by itself, how late, and the longest. The rows are those of
 * the demonstration, each many times under another number. `JOURNEY_PORT` names a started product:
 * `node bench/scroll.ts [seconds]`.
 */
const seconds = Number(process.argv[2] ?? 5)
const origin = `http://localhost:${process.env.JOURNEY_PORT ?? 3210}`
const ROWS = 10_000

const { executablePath, env } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  args: chromiumFlags,
  env: { ...process.env, ...env },
})
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: origin })
const login = await page.request.post('/api/cabinet/auth/login', {
  data: { iin: '850505499909', password: 'demo-2026' },
})
const { token } = await login.json()
await page
  .context()
  .addCookies([
    { name: 'laravel_auth.token', value: encodeURIComponent(`Bearer ${token}`), url: origin },
  ])
await page.route('**/api/reports/orders?*', async (route) => {
  const answer = await route.fetch()
  const body = await answer.json()
  const rows = Array.from({ length: ROWS }, (_, n) => ({
    ...body.data[n % body.data.length],
    id: `row-${n}`,
  }))
  await route.fulfill({ response: answer, json: { ...body, data: rows, next: null } })
})
await page.goto('/orders-report?from=2025-12-01&to=2026-11-24')
// The last row stays in the page whatever is in sight; those between have left it before we begin.
await page
  .locator(`tr[data-key="row-${ROWS - 1}"]`)
  .waitFor({ state: 'attached', timeout: 120_000 })
await page.waitForFunction(() => document.querySelectorAll('tr[data-key]').length < 500)
const client = await page.context().newCDPSession(page)
await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })

/** What became of a frame, in the browser's own report of it. */
const Report = z.object({
  frame_sequence: z.number(),
  state: z.string(),
  has_missing_content: z.boolean().default(false),
})
const Reported = z.object({
  name: z.literal('PipelineReporter'),
  ph: z.literal('b'),
  args: z.object({ frame_reporter: Report }),
})
/** Pixels of the wheel in a second. */
const SPEED = 5_400

const shown = new Map<number, { presented: boolean; missing: boolean }>()
client.on('Tracing.dataCollected', ({ value }) => {
  for (const event of value) {
    const { data } = Reported.safeParse(event)
    if (!data || data.args.frame_reporter.state === 'STATE_NO_UPDATE_DESIRED') continue
    const { frame_sequence: frame, state, has_missing_content } = data.args.frame_reporter
    const before = shown.get(frame)
    shown.set(frame, {
      presented: before?.presented === true || state.startsWith('STATE_PRESENTED'),
      missing: before?.missing === true || has_missing_content,
    })
  }
})
const traced = new Promise((done) => client.once('Tracing.tracingComplete', done))
await client.send('Tracing.start', {
  transferMode: 'ReportEvents',
  traceConfig: { includedCategories: ['cc', 'benchmark'] },
})
const middle = await page.locator('tr[data-key="row-0"]').evaluate((row) => {
  const { x, y, width } = row.getBoundingClientRect()
  return { x: x + width / 2, y: y + 200 }
})
await client.send('Input.synthesizeScrollGesture', {
  ...middle,
  yDistance: -SPEED * seconds,
  speed: SPEED,
  gestureSourceType: 'mouse',
})
await client.send('Tracing.end')
await traced
const all = [...shown.values()]
const presented = all.filter((frame) => frame.presented).length
const missing = all.filter((frame) => frame.missing).length
process.stdout.write(
  `the wheel, ${seconds} s: ${presented} frames presented, ${all.length - presented} dropped, ` +
    `${missing} with a place without its rows\n`,
)

const frames = await page.evaluate(
  (during) =>
    new Promise<number[]>((resolve) => {
      const place = document.querySelector('table')?.closest('section')
      const gaps: number[] = []
      const began = performance.now()
      let last = began
      const frame = (now: number) => {
        gaps.push(now - last)
        last = now
        place?.scrollBy(0, 90)
        if (now - began < during) requestAnimationFrame(frame)
        else resolve(gaps.slice(1))
      }
      requestAnimationFrame(frame)
    }),
  seconds * 1_000,
)
const inPage = await page.locator('tr[data-key]').count()
const late = (limit: number) => frames.filter((gap) => gap > limit).length
const share = (count: number) => `${count} (${((100 * count) / frames.length).toFixed(1)} %)`
process.stdout.write(
  `${ROWS} rows, ${inPage} of them in the page, ${frames.length} frames in ${seconds} s, load ${loadavg()[0]?.toFixed(1)}\n` +
    `later than 1/60 s and a half: ${share(late(25))}; later than 1/20 s: ${share(late(50))}; ` +
    `longest ${Math.max(...frames).toFixed(0)} ms\n`,
)
await browser.close()
