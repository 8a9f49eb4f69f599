import type { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { callModes, type World } from '../sandbox-kit.ts'
import { isRefusedBySandbox, operation } from './protocol.ts'

export type StoredMail = {
  id: string
  messageId: string
  to: string[]
  from: string
  subject: string
  text: string
  html: string
  attachments: { name: string; size: number }[]
  at: string
}

const SLOW_MS = 1_500
const MAX_BYTES = 25 * 1024 * 1024

/**
 * The mail server's side: a real SMTP server whose mailboxes the control call shows. A message with
 * a known Message-ID is stored once.
 */
export function mailSandbox(world: World): {
  listen(port: number, host: string): Promise<number>
  close(): Promise<void>
} {
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    onRcptTo: ({ address }, _session, callback) =>
      callback(
        isRefusedBySandbox(address)
          ? Object.assign(new Error('5.1.1 No such mailbox'), { responseCode: 550 })
          : null,
      ),
    onData(stream, session, callback) {
      const to = session.envelope.rcptTo.map(({ address }) => address.toLowerCase())
      void conclude(receive(world, stream, to), session.remotePort, callback)
    },
  })
  const conclude = async (
    received: Promise<Outcome>,
    port: number,
    callback: (error: Error | null, message?: string) => void,
  ) => {
    const outcome = await received.catch(
      (): Outcome => ({ end: 'refuse', code: 451, text: 'Requested action aborted' }),
    )
    const ours = [...sockets].filter((socket) => socket.remotePort === port)
    if (outcome.end === 'reset') for (const socket of ours) socket.resetAndDestroy()
    else if (outcome.end === 'garbage') for (const socket of ours) socket.end('��<html>\r\n')
    else if (outcome.end === 'refuse')
      callback(Object.assign(new Error(outcome.text), { responseCode: outcome.code }))
    else if (outcome.end === 'accept') callback(null, `OK ${outcome.id}`)
  }
  // A client that gives up mid-way is not the server's failure.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject)
        server.listen(port, host, () => {
          const address = server.server.address()
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

type Outcome =
  | { end: 'accept'; id: string }
  | { end: 'refuse'; code: number; text: string }
  | { end: 'reset' | 'garbage' | 'silence' }

async function receive(world: World, stream: SMTPServerDataStream, to: string[]): Promise<Outcome> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  const mail = await PostalMime.parse(Buffer.concat(chunks))
  const messageId = mail.messageId ?? ''
  const fault = world.takeFault('mail', operation, callModes)?.mode ?? null
  world.note({ system: 'mail', operation, key: { messageId }, fault })

  if (fault === 'error') return { end: 'refuse', code: 554, text: 'Transaction failed' }
  if (fault === 'unavailable') return { end: 'refuse', code: 421, text: 'Service not available' }
  if (fault === 'timeout') return { end: 'silence' }
  if (fault === 'reset_before') return { end: 'reset' }
  if (fault === 'garbage') return { end: 'garbage' }
  if (fault === 'hold') await world.released()
  if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))

  const mails = world.store<StoredMail>('mail')
  const known = messageId ? mails.get(messageId) : undefined
  const id = known?.id ?? `e${world.next('mail')}`
  if (!known) {
    mails.set(messageId || id, {
      id,
      messageId,
      to,
      from: mail.from?.address ?? '',
      subject: mail.subject ?? '',
      text: (mail.text ?? '').trimEnd(),
      html: mail.html ?? '',
      attachments: mail.attachments.map(({ filename, content }) => ({
        name: filename ?? '',
        size: sizeOf(content),
      })),
      at: world.now().toISOString(),
    })
    world.saved()
  }
  return fault === 'reset' ? { end: 'reset' } : { end: 'accept', id }
}

const sizeOf = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength

/** The mails of one address, newest first. */
export const mailsOf = (world: World, address: string): StoredMail[] =>
  [...world.store<StoredMail>('mail').values()]
    .filter(({ to }) => to.includes(address.toLowerCase()))
    .reverse()
