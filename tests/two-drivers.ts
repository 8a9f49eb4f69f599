import { randomUUID } from 'node:crypto'
import { withPolicy } from './claim.ts'
import { hitMe } from './claim-way.ts'
import { codeOn, signedIn } from './client.ts'
import {
  buyer,
  clockOn,
  clockTo,
  ordered,
  paysBill,
  purchaseToken,
  ready,
  sale,
  settled,
} from './sale.ts'
import type { TestApp } from './test-app.ts'

export const second = ready('880214399916')
export const stranger = ready('930412399924')
export const theirCar = { registrationNumber: '456KZA02', techPassport: 'AB12345679' }
export const said = { unhurt: true, only_vehicles: true, agreed: true, within: true }
type Of = { draft?: string; key?: string }

/** Two drivers whose cars are insured, and the notice they sign on two phones. */
export function twoDrivers(at: () => TestApp) {
  let standing: Promise<{ globalId: string }> | null = null
  /** Both cars are insured; the accident was the day after. */
  const policies = () => (standing ??= sold())
  async function sold() {
    const { globalId } = await withPolicy(at())
    const token = await purchaseToken(at(), second)
    const { orderId } = await ordered(
      at(),
      token,
      sale({ insurant: second, vehicles: [theirCar] as never }),
    )
    await paysBill(at(), second.phone)
    await settled(at(), token, orderId)
    await clockTo(at(), '2026-11-23T06:00:00Z')
    return { globalId }
  }
  /** A draft of a claim by the first driver, and their session. */
  async function drafted(answers: object = {}) {
    const { globalId } = await policies()
    await clockOn(at(), 40)
    const token = await signedIn(at(), buyer)
    const draft = randomUUID()
    const all = { ...hitMe(globalId), other_plate: theirCar.registrationNumber, ...answers }
    const saved = await at().api('claimDraftSave', { id: draft, answers: all }, token)
    if (!saved.body.success) throw new Error(JSON.stringify(saved.body))
    return { token, draft }
  }
  /** The notice of a claim that is begun, and the key of its link. */
  async function shownBy(of: { token: string; draft: string }) {
    const { body } = await at().api('claimNotice', { draft: of.draft }, of.token)
    if (!body.success || !body.data.link) throw new Error(JSON.stringify(body))
    const key = body.data.link.url.split('#')[1] ?? ''
    return { ...of, key, notice: body.data }
  }
  const begun = async (answers: object = {}) => shownBy(await drafted(answers))
  type Begun = Awaited<ReturnType<typeof begun>>
  async function joinedTo(first: Begun) {
    const theirs = await purchaseToken(at(), second)
    const { body } = await at().api('claimNoticeJoin', { key: first.key }, theirs)
    if (!body.success) throw new Error(JSON.stringify(body))
    return { ...first, theirs, notice: body.data }
  }
  const joined = async (answers: object = {}) => joinedTo(await begun(answers))
  async function saves(token: string, of: Of, version: number, change: object) {
    const { body } = await at().api('claimNoticeSave', { ...of, version, ...change }, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data
  }
  /** Both have said everything. */
  async function toldBy(of: Awaited<ReturnType<typeof joined>>) {
    const theirs = await saves(of.theirs, { key: of.key }, of.notice.version, {
      mine: {
        plate: theirCar.registrationNumber,
        zones: ['front_bumper'],
        words: 'Мен',
        says: said,
      },
    })
    const notice = await saves(of.token, { draft: of.draft }, theirs.version, {
      mine: { says: said },
    })
    return { ...of, notice }
  }
  const told = async (answers: object = {}) => toldBy(await joined(answers))
  /** A code for this version, on the driver's own phone. */
  async function coded(token: string, of: Of, version: number, phone: string): Promise<string> {
    await clockOn(at(), 40)
    const sent = await at().api('claimNoticeCode', { ...of, version }, token)
    if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
    return codeOn(at(), phone)
  }
  async function signs(token: string, of: Of, version: number, phone: string) {
    const code = await coded(token, of, version, phone)
    return at().api('claimNoticeSign', { ...of, version, code }, token)
  }
  return { policies, drafted, shownBy, begun, joinedTo, joined, saves, toldBy, told, coded, signs }
}
