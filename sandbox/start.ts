import { brand } from '#brand'
import { almatyDay, startOfDay } from '#domain/calendar.ts'
import { nearestCovered } from '#domain/ogpo/tables.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import { acquirerSandbox } from '#systems/acquirer/sandbox.ts'
import { addressesSandbox } from '#systems/addresses/sandbox.ts'
import { amlSandbox } from '#systems/aml/sandbox.ts'
import { antivirusSandbox } from '#systems/antivirus/sandbox.ts'
import { bankSandbox } from '#systems/bank/sandbox.ts'
import { bmgSandbox } from '#systems/bmg/sandbox.ts'
import { epaySandbox } from '#systems/epay/sandbox.ts'
import { esbdSandbox } from '#systems/esbd/sandbox.ts'
import { fiscalSandbox } from '#systems/fiscal/sandbox.ts'
import { gkbSandbox } from '#systems/gkb/sandbox.ts'
import { idpSandbox } from '#systems/idp/sandbox.ts'
import { kdpSandbox } from '#systems/kdp/sandbox.ts'
import { licencesSandbox } from '#systems/licences/sandbox.ts'
import { mailSandbox } from '#systems/mail/sandbox.ts'
import { mobizonSandbox } from '#systems/mobizon/sandbox.ts'
import { partnerSandbox } from '#systems/partner/sandbox.ts'
import { mount } from '#systems/sandbox-mount.ts'
import { scoringSandbox } from '#systems/scoring/sandbox.ts'
import { smsSandbox } from '#systems/sms/sandbox.ts'
import { vehiclesSandbox } from '#systems/vehicles/sandbox.ts'
import { sandboxApp } from './app.ts'
import { controlCalls } from './control.ts'
import { phonePages } from './phone.ts'
import { createWorld, type SandboxWorld } from './world.ts'

export type SandboxOptions = {
  /** 0 takes a free port; so do smtpPort and antivirusPort. */
  port: number
  smtpPort: number
  antivirusPort?: number
  dataFile?: string | undefined
  host?: string
  /** Where the clock starts (default: now, or the nearest day that the tariff tables cover). */
  baseTime?: Date
  /** Least delay of every answer: measurements simulate the country's networks. */
  delayMs?: number
  /** The product's address, for links of the sandbox that lead there. */
  site?: string
  /** Secrets shared with both sides; by default those in this repository. */
  secrets?: {
    acquirer?: string | undefined
    bank?: string | undefined
    partner?: string | undefined
  }
}
export type Sandbox = {
  url: string
  world: SandboxWorld
  smtpPort: number
  antivirusPort: number
  close(): Promise<void>
}

/**
 * The second program: the other side of every outside system, the control calls, the virtual phone,
 * the mail server, the scanner of files.
 */
export async function startSandbox({
  port,
  smtpPort,
  antivirusPort = 0,
  dataFile,
  host = '127.0.0.1',
  baseTime = coveredTime(new Date()),
  delayMs = 0,
  site,
  secrets = {},
}: SandboxOptions): Promise<Sandbox> {
  const world = createWorld({ dataFile, baseTime })
  const app = sandboxApp()
  const systems = [
    esbdSandbox,
    gkbSandbox,
    bmgSandbox,
    kdpSandbox,
    licencesSandbox,
    vehiclesSandbox,
    scoringSandbox,
    amlSandbox,
    smsSandbox,
    mobizonSandbox,
    fiscalSandbox,
    addressesSandbox,
    idpSandbox,
    (of: SandboxWorld) => bankSandbox(of, { deviceToken: secrets.bank }),
    (of: SandboxWorld) => partnerSandbox(of, { site, secret: secrets.partner }),
    (of: SandboxWorld) => epaySandbox(of),
    (of: SandboxWorld) => acquirerSandbox(of, { merchant: brand.latin, secret: secrets.acquirer }),
  ]
  for (const system of systems) mount(app, world, system(world), delayMs)
  controlCalls(app, world)
  phonePages(app, world)

  const mail = mailSandbox(world)
  const antivirus = antivirusSandbox(world)
  const url = await app.listen({ port, host })
  try {
    return {
      url,
      world,
      smtpPort: await mail.listen(smtpPort, host),
      antivirusPort: await antivirus.listen(antivirusPort, host),
      close: async () => {
        await Promise.all([app.close(), mail.close(), antivirus.close()])
      },
    }
  } catch (cause) {
    await Promise.all([app.close(), mail.close().catch(() => {})])
    throw cause
  }
}

/**
 * The real time, or the nearest covered day's beginning, so that a demonstration works on any date.
 */
export function coveredTime(real: Date): Date {
  const today = almatyDay(real)
  const covered = nearestCovered(seedTables(), today)
  return covered === today ? real : startOfDay(covered)
}
