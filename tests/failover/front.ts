import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { freePort } from '../http.ts'

/**
 * What stands between the product and its database servers, as HAProxy does: each new connection
 * goes to today's server; those that stand stay where they are until they are broken.
 */
export async function databaseFront(socketPath: string) {
  const port = await freePort()
  const lines = new Set<{ client: Socket; server: Socket; silent: boolean }>()
  let target: string | null = socketPath
  const front = createServer((client) => {
    client.on('error', () => {})
    // A host that vanished answers nothing, not even that it is gone.
    if (target === null) return void client.pause()
    const server = connect(target)
    const line = { client, server, silent: false }
    lines.add(line)
    server.on('error', () => client.destroy())
    client.on('data', (part) => line.silent || server.write(part))
    server.on('data', (part) => line.silent || client.write(part))
    client.on('close', () => {
      lines.delete(line)
      server.destroy()
    })
    server.on('close', () => line.silent || client.destroy())
  })
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const { client } of lines) client.destroy()
    front.close()
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    leadTo: (path: string | null) => {
      target = path
    },
    /** Every line is broken, and both sides are told. */
    reset: () => {
      for (const { client } of lines) client.destroy()
    },
    /** Nothing goes through any line that stands, and nobody is told. */
    cut: () => {
      for (const line of lines) line.silent = true
    },
  }
}
