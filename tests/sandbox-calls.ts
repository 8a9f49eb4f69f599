import type { Sandbox } from '#sandbox/start.ts'

/** A call of a sandbox as a person with a terminal makes it; what is JSON is read as such. */
export const callsTo =
  (sandbox: () => Sandbox) => async (method: string, path: string, body?: unknown) => {
    const reply = await fetch(`${sandbox().url}${path}`, {
      method,
      redirect: 'manual',
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return {
      status: reply.status,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
      headers: reply.headers,
    }
  }
