import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { startOfDay } from '#domain/calendar.ts'
import { normalisePlate } from '#domain/plate.ts'
import { smsGatewayNames } from '#domain/sms-gateways.ts'
import { type Invoice, invoiceStatus, invoicesOf } from '#systems/bank/sandbox.ts'
import { systemNames } from '#systems/http.ts'
import { mailsOf } from '#systems/mail/sandbox.ts'
import { callModes, noticeModes } from '#systems/sandbox-kit.ts'
import { dateInvoice, payInvoice, phoneOf, rejectInvoice, setWallet } from './acts.ts'
import { Wrong } from './app.ts'
import { personFields, personOf, vehicleFields, vehicleOf } from './defaults.ts'
import type { SandboxWorld } from './world.ts'

/** Bodies of the control page: faults and the clock. */

/**
 * Systems that send notices by themselves, and the SMS gateways, which may accept and never deliver.
 */
const noticing: readonly string[] = ['acquirer', 'epay', ...smsGatewayNames]
const faultFields = z
  .strictObject({
    system: z.enum(systemNames),
    operation: z.string().min(1).optional(),
    mode: z.enum([...callModes, ...noticeModes]),
    times: z.int().min(1).default(1),
    after: z.int().min(1).optional(),
    /** Of mode `slow`: how long an answer takes, milliseconds. */
    ms: z.int().min(1).max(60_000).optional(),
  })
  .refine(
    ({ system, mode }) => noticing.includes(system) || callModes.some((name) => name === mode),
    {
      path: ['mode'],
      message: `this system sends no notices; modes for calls: ${callModes.join(', ')}`,
    },
  )
const instant = z.union([
  z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()),
  z.iso.date().transform((day) => startOfDay(day).toISOString()),
])
const dateFields = z.strictObject({ paidAt: instant, refundedAt: instant.optional() })
const clockFields = z.strictObject(
  { now: instant.nullable() },
  'now: an ISO instant with offset, or null for the clock of its own',
)

/** The control calls of the sandbox: what tests and the virtual phone do to the outside world. */
export function controlCalls(app: FastifyInstance, world: SandboxWorld): void {
  app.get('/control/people', () => [...world.people.values()])
  app.put('/control/people/:iin', (request) => {
    const iin = param(request, 'iin')
    const given = read(personFields.partial(), request)
    same('iin', iin, given.iin ?? iin)
    read(z.object({ iin: personFields.shape.iin }), { body: JSON.stringify({ iin }) })
    const person = personOf(world, iin, given)
    world.people.set(iin, person)
    world.saved()
    return person
  })

  app.get('/control/vehicles', () => [...world.vehicles.values()])
  app.put('/control/vehicles/:plate', (request) => {
    const { plate } = read(z.object({ plate: vehicleFields.shape.plate }), {
      body: JSON.stringify({ plate: param(request, 'plate') }),
    })
    const given = read(vehicleFields.partial(), request)
    same('plate', plate, normalisePlate(given.plate ?? plate))
    const vehicle = vehicleOf(world, plate, given)
    world.vehicles.set(plate, vehicle)
    world.saved()
    return vehicle
  })

  app.get('/control/phones/:phone/messages', (request) => {
    const phone = phoneOf(param(request, 'phone'))
    return world.messages
      .filter(({ to }) => to === phone)
      .map(({ id, from, text, at }) => ({ id, from, text, at }))
      .reverse()
  })
  app.post('/control/phones/:phone/reply', (request) => {
    const phone = phoneOf(param(request, 'phone'))
    world.reply(phone, read(z.strictObject({ text: z.string().min(1) }), request).text)
    return { success: true }
  })
  app.get('/control/phones/:phone', (request) => {
    const phone = phoneOf(param(request, 'phone'))
    return { phone, wallet: world.phones.get(phone)?.wallet ?? true }
  })
  app.put('/control/phones/:phone', (request) => {
    const phone = phoneOf(param(request, 'phone'))
    const { wallet } = read(z.strictObject({ wallet: z.boolean() }), request)
    setWallet(world, phone, wallet)
    return { phone, wallet }
  })

  whatHappens(app, world)
}

/** Mail, bills, the journal, the clock and the faults. */
function whatHappens(app: FastifyInstance, world: SandboxWorld): void {
  app.get('/control/mail/:address', (request) =>
    mailsOf(world, param(request, 'address')).map(({ id, subject, text, attachments, at }) => ({
      id,
      subject,
      text,
      attachments,
      at,
    })),
  )

  app.get<{ Querystring: { phone?: string } }>('/control/invoices', ({ query }) =>
    invoicesOf(world, query.phone === undefined ? undefined : phoneOf(query.phone)).map((invoice) =>
      shown(world, invoice),
    ),
  )
  app.post('/control/invoices/:id/pay', (request) =>
    shown(world, payInvoice(world, param(request, 'id'))),
  )
  app.put('/control/invoices/:id', (request) =>
    shown(world, dateInvoice(world, param(request, 'id'), read(dateFields, request))),
  )
  app.post('/control/invoices/:id/reject', (request) =>
    shown(world, rejectInvoice(world, param(request, 'id'))),
  )

  app.get<{ Querystring: { system?: string } }>('/control/journal', ({ query }) =>
    query.system === undefined
      ? world.journal
      : world.journal.filter(({ system }) => system === query.system),
  )

  app.get('/control/clock', () => ({ now: world.now().toISOString() }))
  app.post('/control/clock', async (request) => {
    await world.setNow(read(clockFields, request).now)
    return { now: world.now().toISOString() }
  })
  app.get('/control/clock/stream', (request, reply) => streamClock(world, request, reply))

  app.get('/control/faults', () => world.faults)
  app.post('/control/faults', (request) => {
    world.faults.push(read(faultFields, request))
    return { faults: world.faults }
  })
  // Only of the named system, if any: the faults of the others stay.
  app.delete<{ Querystring: { system?: string } }>('/control/faults', ({ query: { system } }) => {
    const others = system ? world.faults.filter((fault) => fault.system !== system) : []
    world.faults.splice(0, world.faults.length, ...others)
    world.release()
    return { faults: world.faults }
  })
  app.post('/control/faults/release', () => ({ released: world.release() }))
}
const shown = (world: SandboxWorld, invoice: Invoice) => ({
  id: invoice.id,
  phone: invoice.phone,
  amount: invoice.amount,
  status: invoiceStatus(invoice, world.now()),
})

/** `{now}` at once and after each change; the change waits until it is written. */
function streamClock(world: SandboxWorld, request: FastifyRequest, reply: FastifyReply) {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  })
  const push = (now: Date) =>
    new Promise<void>((resolve) => {
      if (raw.destroyed) return resolve()
      raw.write(`data: ${JSON.stringify({ now: now.toISOString() })}\n\n`, () => resolve())
    })
  const stop = world.onClock(push)
  request.raw.socket.once('close', stop)
  void push(world.now())
}

const param = (request: FastifyRequest, name: string): string =>
  z.record(z.string(), z.string()).parse(request.params)[name] ?? ''

function same(path: string, inAddress: string, inBody: string): void {
  if (inAddress !== inBody)
    throw new Wrong(422, [{ path, message: `differs from ${inAddress} in the address` }])
}

function read<T extends z.ZodType>(shape: T, { body }: { body?: unknown }): z.output<T> {
  const result = shape.safeParse(parsed(body))
  if (result.success) return result.data
  throw new Wrong(
    422,
    result.error.issues.flatMap((issue) => {
      const path = issue.path.join('.')
      return issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            path: [path, key].filter(Boolean).join('.'),
            message: 'unknown field',
          }))
        : [{ path, message: issue.message }]
    }),
  )
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' && body !== '' ? body : '{}')
  } catch {
    throw new Wrong(422, [{ path: '', message: 'not JSON' }])
  }
}
