import { sizesBench } from '../../tests/journeys/first-loads.ts'
import { cabinetBench } from './cabinet.ts'
import { calculateBench } from './calculate.ts'
import { claimsBench } from './claims.ts'
import { databaseBench } from './database.ts'
import { dayBench } from './day.ts'
import { estimateBench } from './estimate.ts'
import { journalBench } from './journal.ts'
import { orderBench } from './order.ts'
import { paperBench } from './paper.ts'
import { portalBench } from './portal.ts'
import { reportBench } from './report.ts'
import { startBench } from './start.ts'
import { staticBench } from './static.ts'
import { uploadsBench } from './uploads.ts'

/** npm run lab -- bench [name…]: ratios measured side by side in one run; no figure stands alone. */
const benches = {
  sizes: sizesBench,
  estimate: estimateBench,
  calculate: calculateBench,
  order: orderBench,
  portal: portalBench,
  static: staticBench,
  cabinet: cabinetBench,
  uploads: uploadsBench,
  claims: claimsBench,
  report: reportBench,
  paper: paperBench,
  start: startBench,
  journal: journalBench,
  database: databaseBench,
  day: dayBench,
}
/** What takes minutes runs only when it is asked for. */
const long = ['database', 'day', 'journal']
const wanted = process.argv.slice(2)

for (const [name, run] of Object.entries(benches)) {
  if (wanted.length > 0 ? !wanted.includes(name) : long.includes(name)) continue
  const results = [await run()].flat()
  for (const { name: what, ratio, goal, detail } of results)
    console.log(`${what}: ${ratio === null ? '' : `${ratio.toFixed(2)} `}(goal ${goal}); ${detail}`)
}
process.exit(0)
