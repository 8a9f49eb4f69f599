import { sendDocs } from '#contract/claims.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { png } from './claim.ts'
import { account, signedIn } from './client.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from './sale.ts'
import { type TestApp, until } from './test-app.ts'

export const firstClerk = { iin: '880808399905', phone: '77010000777' }
export const secondClerk = { iin: '880808399915', phone: '77010000778' }

/** Claims of one client by six files, and two of the staff who look at them. */
export function deskClaims(at: () => TestApp) {
  let standing: Promise<{
    staff: string
    colleague: string
    client: string
    globalId: string
  }> | null = null
  const people = () => (standing ??= begin())

  async function begin() {
    const buying = await purchaseToken(at())
    const { orderId } = await ordered(at(), buying)
    await paysBill(at())
    const issued = await settled(at(), buying, orderId)
    if (!issued.success || !issued.data.globalId) throw new Error('not issued')
    await account(at(), firstClerk, { role: 'staff' })
    await account(at(), secondClerk, { role: 'staff' })
    return {
      staff: await signedIn(at(), firstClerk),
      colleague: await signedIn(at(), secondClerk),
      client: await signedIn(at()),
      globalId: issued.data.globalId,
    }
  }

  async function posts(
    path: string,
    token: string,
    fields: Record<string, string>,
    files: Record<string, Buffer>,
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    for (const [name, content] of Object.entries(files))
      form.set(name, new Blob([new Uint8Array(content)]), 'құжат.pdf')
    const answer = await fetch(`${at().url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    return { status: answer.status, body: await answer.json() }
  }

  /** A new claim of the client; its number. */
  async function newClaim(): Promise<string> {
    const { client, globalId } = await people()
    const fields = {
      policy_number: globalId,
      policy_type: 'ogpo',
      claim_case: 'owner',
      claim_status: 'injured',
      damage_type: 'Бампер',
    }
    const files = Object.fromEntries(claimSlots.map((slot) => [`documents[${slot}]`, png]))
    const { body } = await posts(sendDocs.path, client, fields, files)
    return body.claim_id
  }

  const seen = async (claim_id: string) => {
    const { staff } = await people()
    const { body } = await at().api('staffClaim', { claim_id }, staff)
    if (!body.success) throw new Error('no claim')
    return body.data
  }
  const clientSees = async (claim_id: string) => {
    const { client } = await people()
    const { body } = await at().api('claimGetClaim', { claim_id }, client)
    if (!body.success) throw new Error('no claim')
    return body.data
  }
  /** Waits until the client's phone has an SMS about the claim with these words. */
  const hears = (claim: string, words: RegExp) =>
    until(
      async () =>
        (await at().messages(buyer.phone))
          .filter(({ text }) => text.includes(claim))
          .map(({ text }) => text),
      (texts) => texts.some((text) => words.test(text)),
    )
  return { people, posts, newClaim, seen, clientSees, hears }
}
