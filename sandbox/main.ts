import { startSandbox } from './start.ts'

/**
 * The sandbox as a program: `node sandbox/main.ts [--with-parent]`. SANDBOX_PORT (4010),
 * SANDBOX_SMTP_PORT (the next port), SANDBOX_ANTIVIRUS_PORT (the one after it), SANDBOX_DATA (a
 * file; without it nothing is saved). With `--with-parent` it ends when its standard input closes.
 */
const port = portOf('SANDBOX_PORT', 4010)
const smtpPort = portOf('SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 1)
const antivirusPort = portOf('SANDBOX_ANTIVIRUS_PORT', port === 0 ? 0 : port + 2)
const sandbox = await startSandbox({
  port,
  smtpPort,
  antivirusPort,
  dataFile: process.env.SANDBOX_DATA || undefined,
})
console.log(
  `sandbox ${sandbox.url} smtp ${sandbox.smtpPort} antivirus ${sandbox.antivirusPort} clock ${sandbox.world.now().toISOString()}`,
)

let ending = false
const end = () => {
  if (ending) return
  ending = true
  void sandbox.close().finally(() => process.exit(0))
}
process.once('SIGTERM', end)
process.once('SIGINT', end)
if (process.argv.includes('--with-parent')) {
  process.stdin.resume()
  process.stdin.once('end', end)
  process.stdin.once('close', end)
  process.stdin.once('error', end)
}

function portOf(name: string, usual: number): number {
  const given = process.env[name]
  if (given === undefined || given === '') return usual
  const port = Number(given)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  console.error(`${name} is not a port: ${given}`)
  process.exit(1)
}
