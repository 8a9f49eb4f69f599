import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type HeldAnswer, heldAnswer } from './held-answer.ts'
import type { Site } from './site.ts'

/**
 * Pages and files of the site, straight from memory before anything else of the server is asked:
 * they are most of what is asked for, and nothing about them depends on who asks but the line of
 * another language. Whatever is not a plain address of the site goes on to `rest`, where `site.ts`
 * decides. `headers` stand on every
 * answer, a page's own before them; `seen` counts it.
 */
export function staticHandler(
  site: Site,
  headers: Record<string, string>,
  seen: (status: HeldAnswer['status'], seconds: number) => void,
) {
  const ready = new WeakMap<HeldAnswer, string[]>()
  const headersOf = (answer: HeldAnswer): string[] => {
    const known = ready.get(answer) ?? Object.entries({ ...headers, ...answer.headers }).flat()
    ready.set(answer, known)
    return known
  }
  return (rest: RequestListener): RequestListener =>
    (request: IncomingMessage, response: ServerResponse) => {
      const { method, url = '' } = request
      const held =
        method === 'GET' || method === 'HEAD'
          ? site.held.get(url.includes('?') ? url.slice(0, url.indexOf('?')) : url)
          : undefined
      if (!held || held.query) return rest(request, response)
      const began = performance.now()
      const answer = heldAnswer(held, request.headers)
      response.writeHead(answer.status, headersOf(answer))
      if (method === 'HEAD' || !answer.body) response.end()
      else response.end(answer.body)
      seen(answer.status, (performance.now() - began) / 1_000)
    }
}
