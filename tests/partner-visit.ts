import { quoted, ready, sale } from './sale.ts'
import type { TestApp } from './test-app.ts'

export const second = ready('880214399916')
export const dataIn = (html: string) =>
  JSON.parse(html.slice(html.indexOf('{'))) as { visit: { key: string } | null; problem?: string }

/** A visitor who comes to the test app by a partner's link. */
export function partnerVisits(app: () => TestApp) {
  /**
   * Opens an address as a browser without following; answers its status, where it leads, and the
   * visit's cookie.
   */
  async function opens(url: string, cookie = '') {
    const answer = await fetch(new URL(url, app().url), {
      redirect: 'manual',
      headers: { cookie, 'accept-language': 'kk' },
    })
    const set = answer.headers.getSetCookie()
    return {
      status: answer.status,
      to: answer.headers.get('location') ?? '',
      text: await answer.text(),
      set,
      cookie: (set[0] ?? '').split(';')[0] ?? '',
    }
  }
  /** A link as the partner's application signs it. */
  async function link(query: Record<string, string> = {}): Promise<string> {
    const params = new URLSearchParams({ site: app().url, ...query })
    return String((await app().control('GET', `/partner/link?${params}`)).url)
  }
  async function orders(token: string, of = sale()) {
    const quote = await quoted(app(), token, of)
    const { body } = await app().api(
      'ogpoOrder',
      { calculationId: quote.calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
      token,
    )
    if (!body.success) throw new Error(JSON.stringify(body))
    return body.data
  }
  const rowOf = (id: string) =>
    app().db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { opens, link, orders, rowOf }
}
