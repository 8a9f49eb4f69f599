import type { TestApp } from './test-app.ts'

/** What the desks are told of a thing while `act` is done; it ends with the first change. */
export async function heard(
  at: TestApp,
  about: string,
  token: string,
  act: () => Promise<unknown>,
): Promise<string> {
  const stop = new AbortController()
  const stream = await fetch(`${at.url}/api/staff/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ about }),
    signal: stop.signal,
  })
  await act()
  let said = ''
  for await (const text of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += text
    if (said.includes('data:')) break
  }
  stop.abort()
  return said.replaceAll(/^:.*$/gm, '').trim()
}
/** Something, and nothing of it. */
export const somethingChanged = /^(data: changed\s*)+$/
