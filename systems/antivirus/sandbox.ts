import { createServer, type Socket } from 'node:net'
import { callModes, type World } from '../sandbox-kit.ts'
import { answers, operation, streamMaxBytes } from './protocol.ts'

/** The file every antivirus finds (eicar.org). In pieces, so that none finds it here. */
export const eicar = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS',
  '-TEST-FILE!$H+H*',
].join('')
export const eicarSignature = 'Win.Test.EICAR_HDB-1'

const SLOW_MS = 1_500
const MAX_COMMAND = 64

/**
 * The daemon's side: a real TCP server that speaks its protocol and finds the test file anywhere in
 * a stream.
 */
export function antivirusSandbox(world: World): {
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
} {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A client that gives up mid-way is not the daemon's failure.
    socket.on('error', () => {})
    void serve(world, socket).catch(() => socket.destroy())
  })
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

async function serve(world: World, socket: Socket): Promise<void> {
  const incoming = reader(socket)
  const name = (await incoming.line(MAX_COMMAND)).replace(/^z/, '')
  if (name === 'PING') return answer(socket, answers.pong)
  if (name !== operation) return answer(socket, answers.unknown)
  const fault = world.takeFault('antivirus', operation, callModes)?.mode ?? null
  const note = (bytes: number) =>
    world.note({ system: 'antivirus', operation, key: { bytes: String(bytes) }, fault })
  if (fault === 'unavailable' || fault === 'reset_before') {
    note(0)
    return void (fault === 'unavailable' ? socket.destroy() : socket.resetAndDestroy())
  }
  const { bytes, found } = await stream(incoming)
  note(bytes)
  if (fault === 'timeout') return
  if (fault === 'reset') return void socket.resetAndDestroy()
  if (fault === 'garbage') return answer(socket, '��<html>')
  if (fault === 'hold') await world.released()
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  if (fault === 'error' || bytes > streamMaxBytes) return answer(socket, answers.tooLarge)
  return answer(socket, found ? answers.found(eicarSignature) : answers.clean)
}

const answer = (socket: Socket, text: string): void => void socket.end(`${text}\0`)

async function stream(incoming: Reader): Promise<{ bytes: number; found: boolean }> {
  let [bytes, found, last] = [0, false, Buffer.alloc(0)]
  for (;;) {
    const length = (await incoming.exactly(4)).readUInt32BE()
    bytes += length
    if (length === 0 || bytes > streamMaxBytes) return { bytes, found }
    const seen = Buffer.concat([last, await incoming.exactly(length)])
    found ||= seen.includes(eicar)
    last = seen.subarray(-eicar.length)
  }
}

type Reader = { line(longest: number): Promise<string>; exactly(length: number): Promise<Buffer> }

/** Returns the bytes of a connection, in pieces of the requested size. */
function reader(socket: Socket): Reader {
  const chunks = socket.iterator({ destroyOnReturn: false })
  let held = Buffer.alloc(0)
  const more = async () => {
    const next = await chunks.next()
    if (next.done) throw new Error('the client left')
    held = Buffer.concat([held, next.value])
  }
  const take = (length: number) => {
    const taken = held.subarray(0, length)
    held = held.subarray(length)
    return taken
  }
  return {
    line: async (longest) => {
      while (!held.includes(0) && held.length < longest) await more()
      const end = held.indexOf(0)
      if (end < 0) throw new Error('not a command')
      return take(end + 1)
        .subarray(0, end)
        .toString()
    },
    exactly: async (length) => {
      while (held.length < length) await more()
      return take(length)
    },
  }
}
