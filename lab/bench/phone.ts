import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { pathOf } from '../../contract/pages.ts'
import { chromiumFlags, findChromium } from '../../tests/journeys/browser.ts'
import { codeOn, newCar, newHuman } from '../../tests/journeys/sandbox.ts'
import homeWords from '../../web/pages/index/texts.ts'
import loginWords from '../../web/purchase/login/texts.ts'
import { tracesMainThread } from './main-thread.ts'

/**
 * A purchase on a slow phone: 360 px, a quarter of this machine's processor, slow 4G. Prints how
 * long each press or key took until something was painted (INP: the slowest of a page), how long
 * after its answer the next screen stood there, and how much of that the page itself worked. `JOURNEY_PORT`, `JOURNEY_SANDBOX_PORT` name a
 * started product: `node lab/bench/phone.ts [rounds]`.
 */
const rounds = Number(process.argv[2] ?? 3)
const origin = `http://localhost:${process.env.JOURNEY_PORT ?? 3210}`
const [home, login] = [homeWords.kz, loginWords.kz]

/** The call whose answer brings a screen, and what is seen of it then. */
const screens = {
  code: ['sendClientOtp', 'input[autocomplete="one-time-code"]'],
  review: ['ogpo/options', 'aside [data-main]'],
  'price on the button': ['ogpo/calculate', 'aside [data-main] > button:not([disabled])'],
} as const

type Told = {
  page: string
  interaction?: number
  screen?: string
  after?: number
  worked?: number | null
}

/** Runs in the page: tells of slow presses, and of a screen once it has been painted. */
function watches(wanted: Record<string, readonly [string, string]>) {
  const tell = (told: object) =>
    (window as unknown as { told(told: object): void }).told({ page: location.pathname, ...told })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0) tell({ interaction: entry.duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  const left = new Map(Object.entries(wanted))
  const look = () => {
    for (const [screen, [call, what]] of left) {
      const answer = performance
        .getEntriesByType('resource')
        .findLast(({ name }) => name.includes(call)) as PerformanceResourceTiming | undefined
      if (!answer || !document.querySelector(what)) continue
      left.delete(screen)
      // The frame after the one that is about to be painted.
      requestAnimationFrame(() =>
        setTimeout(() => {
          performance.mark(`painted ${screen}`)
          tell({ screen, after: performance.now() - answer.responseEnd })
        }),
      )
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
}

async function slowPage(told: Told[]): Promise<{ page: Page; close: () => Promise<void> }> {
  const { executablePath, env } = await findChromium()
  const browser = await chromium.launch({
    executablePath,
    args: chromiumFlags,
    env: { ...process.env, ...env },
  })
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, baseURL: origin })
  await page.exposeFunction('told', (one: Told) => void told.push(one))
  await page.addInitScript(watches, screens)
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  return { page, close: () => browser.close() }
}

/** Ten keys a second: faster than thumbs, slower than a script. */
const fast = { delay: 100 }
/** Nobody types into a page that is not painted yet. */
const isSeen = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)

async function buys(page: Page): Promise<void> {
  const [who, car] = [await newHuman(), await newCar()]
  await page.goto(pathOf('index', 'kz'))
  await isSeen(page)
  await page.getByLabel(home.plate).pressSequentially(car.plate, fast)
  await page.getByLabel(home.passport).pressSequentially(car.techPassport, fast)
  await page.getByRole('button', { name: home.priced }).click()
  await page.waitForURL('**/login*')
  await isSeen(page)
  await page.getByLabel(login.iin, { exact: true }).pressSequentially(who.iin, fast)
  await page.getByLabel(login.phone).pressSequentially(who.phone.slice(1), fast)
  // A press before the script has come is answered by nothing: people press again.
  const code = page.locator(screens.code[1])
  while (!(await code.isVisible())) {
    await page.getByRole('button', { name: login.send }).click()
    await code.waitFor({ timeout: 5_000 }).catch(() => {})
  }
  await code.pressSequentially(await codeOn(who.phone), fast)
  const main = page.locator('aside [data-main] > button:not(dialog *)').filter({ hasText: /₸/ })
  await main.click({ timeout: 120_000 })
  await page.locator('dialog[open] [data-main] button').last().click()
  await page.locator('main details').first().waitFor({ timeout: 120_000 })
  await page.locator('main details summary').first().click()
  await page.locator('main details[open]').waitFor()
  // What was pressed last is told once it has been painted.
  await page.evaluate(() => new Promise((painted) => setTimeout(painted, 1_000)))
}

const told: Told[] = []
for (let round = 0; round < rounds; round += 1) {
  const { page, close } = await slowPage(told)
  const traced = await tracesMainThread(page)
  const earlier = told.length
  await buys(page)
  const workedFor = await traced()
  for (const one of told.slice(earlier))
    if (one.screen && one.after !== undefined)
      one.worked = workedFor(`painted ${one.screen}`, one.after)
  await close()
}
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
for (const path of new Set(told.map(({ page }) => page))) {
  const times = told.flatMap(({ page, interaction }) =>
    page === path && interaction ? [interaction] : [],
  )
  if (times.length > 0)
    console.log(`${path}: INP ${Math.max(...times)} ms of ${times.length}, median ${median(times)}`)
}
for (const screen of Object.keys(screens)) {
  const found = told.filter((one) => one.screen === screen)
  const times = found.map(({ after = 0 }) => Math.round(after))
  const worked = found.flatMap((one) => (typeof one.worked === 'number' ? [one.worked] : []))
  console.log(
    `${screen}: ${times.join(', ')} ms after the answer, the page's own work ${worked.join(', ')} ms`,
  )
}
console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
