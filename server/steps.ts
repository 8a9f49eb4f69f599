/**
 * Every outside effect and commit of a background job goes through `step(name, …)`, so that a test can stop the process before and after each
 * (`STOP_AT=before:issue.set`). The list is the one place that names them; a test walks it.
 */
export const steps = [
  'order.commit',
  'invoice.create',
  'invoice.commit',
  'card.page',
  'card.commit',
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
  'cabinet.end.rescind',
  'cabinet.end.commit',
  'cabinet.card.remove',
  'cabinet.card.commit',
  'cabinet.claim.commit',
  'cabinet.remind.sms',
  'cabinet.remind.mail',
  'cabinet.remind.commit',
] as const
export type StepName = (typeof steps)[number]

/** Set once at start from the configuration; null in production. */
let stopAt: string | null = null
export const stopProcessAt = (where: string | undefined) => {
  stopAt = where ?? null
}

/** Never resolves: not one more line runs. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => {})
}

export async function step<T>(name: StepName, work: () => Promise<T>): Promise<T> {
  if (stopAt === `before:${name}`) await die()
  const done = await work()
  if (stopAt === `after:${name}`) await die()
  return done
}
