import { tracedStep } from '../telemetry/trace.ts'

/**
 * Every outside effect and commit of a background job goes through `step(name, …)`, so that a test
 * can stop the process before and after each (`STOP_AT=before:issue.set`). The list is the one
 * place that names them; a test walks it.
 */
export const steps = [
  'slow.commit',
  'slow.told',
  'order.commit',
  'invoice.create',
  'invoice.commit',
  'card.page',
  'card.commit',
  'hold.settle',
  'paid.commit',
  'issue.begin',
  'issue.set',
  'issue.rescind',
  'issue.commit',
  'documents.commit',
  'notify.claim',
  'notify.sms',
  'notify.mail',
  'notify.commit',
  'refund.send',
  'refund.commit',
  'fiscal.send',
  'fiscal.commit',
  'cabinet.end.rescind',
  'cabinet.end.commit',
  'cabinet.card.remove',
  'cabinet.card.commit',
  'cabinet.claim.photograph',
  'cabinet.claim.commit',
  'cabinet.scan.commit',
  'cabinet.scan.remove',
  'cabinet.remind.sms',
  'cabinet.remind.mail',
  'cabinet.remind.commit',
  'partner.report.send',
  'partner.report.commit',
  'kyc.list.commit',
  'kyc.rescreen.commit',
  'report.export.put',
  'report.export.commit',
  'audit.seal.commit',
  'cabinet.erase.remove',
  'cabinet.erase.commit',
  'home.order.commit',
  'home.register',
  'home.register.commit',
  'home.cards',
  'home.cards.commit',
  'home.documents.commit',
  'home.charge.begin',
  'home.charge.send',
  'home.charge.hold',
  'home.declined.commit',
  'home.not_renewed.commit',
  'home.cancel.commit',
  'home.rescind.begin',
  'home.rescind',
  'home.rescind.commit',
] as const
export type StepName = (typeof steps)[number]

/** Set once at start from the configuration; null in production. */
let stopAt: string | null = null
export const stopProcessAt = (where: string | undefined) => {
  stopAt = where ?? null
}

export class Interrupted extends Error {}
let interrupts: ((where: string) => boolean) | null = null
/**
 * For tests of many interruptions in one process: if it returns true, the work breaks off as if the
 * process had died there.
 */
export const interruptSteps = (decide: ((where: string) => boolean) | null) => {
  interrupts = decide
}

/** Never resolves: not one more line runs. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

export async function step<T>(name: StepName, work: () => Promise<T>): Promise<T> {
  if (stopAt === `before:${name}`) await die()
  if (interrupts?.(`before:${name}`)) throw new Interrupted(name)
  const done = await tracedStep(name, work)
  if (stopAt === `after:${name}`) await die()
  if (interrupts?.(`after:${name}`)) throw new Interrupted(name)
  return done
}
