import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { expect } from 'vitest'
import { withPolicy } from './claim.ts'
import { hitMe } from './claim-way.ts'
import { codeOn, signedIn } from './client.ts'
import { buyer, clockTo } from './sale.ts'
import { type TestApp, until } from './test-app.ts'

type Draft = { token: string; id: string; version: number }

/** Claims that a client has begun: the accident was yesterday, two days after the policy began. */
export function begunClaims(at: () => TestApp) {
  let standing: Promise<{ token: string; globalId: string }> | null = null
  const mine = () => (standing ??= begins())
  async function begins() {
    const policy = await withPolicy(at())
    await clockTo(at(), '2026-11-23T06:00:00Z')
    return { ...policy, token: await signedIn(at()) }
  }
  async function begun() {
    const { token, globalId } = await mine()
    const id = randomUUID()
    const saved = await at().api('claimDraftSave', { id, answers: hitMe(globalId) }, token)
    if (!saved.body.success) throw new Error(JSON.stringify(saved.body))
    return { token, globalId, id, version: saved.body.data.version }
  }
  const kept = () =>
    readdirSync(at().server.deps.config.filesDir, { recursive: true, withFileTypes: true }).filter(
      (one) => one.isFile(),
    ).length
  const slotsOf = async (claim: string) =>
    at()
      .db.selectFrom('files')
      .select(['id', 'kind', 'slot', 'mime', 'storage_key', 'name'])
      .where('claim_id', '=', claim)
      .orderBy('slot')
      .execute()

  /** Papers and the code under them. */
  async function asksCode({ token, id, version }: Draft): Promise<string> {
    const shown = await at().api('claimDraftPapers', { id }, token)
    expect(shown.body).toMatchObject({ data: { version } })
    const earlier = await codeOn(at(), buyer.phone)
    const asked = await at().api('claimDraftCode', { id, version }, token)
    if (!asked.body.success) throw new Error(JSON.stringify(asked.body))
    return until(
      async () => (await codeOn(at(), buyer.phone)) ?? '',
      (found) => found !== earlier,
    )
  }
  /** Papers, code, sent. */
  async function signs({ token, id, version }: Draft) {
    const code = await asksCode({ token, id, version })
    const sent = await at().api('claimDraftSend', { id, version, code }, token)
    if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
    const again = await at().api('claimDraftSend', { id, version, code }, token)
    expect(again.body).toEqual(sent.body)
    return sent.body.claim_id
  }
  return { mine, begun, kept, slotsOf, asksCode, signs }
}
