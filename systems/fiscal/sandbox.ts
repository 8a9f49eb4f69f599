import { json, type SandboxAsk, type SandboxSystem, type World } from '../sandbox-kit.ts'
import { CREATE, RECEIPTS_PATH, ReceiptRequest } from './protocol.ts'

export type FiscalReceipt = { externalId: string; operation: 'SALE' | 'RETURN'; total: number; fiscalNumber: string; at: string }
/** No receipt may be larger: what a register of the sandbox refuses. */
const LARGEST = 100_000_000

/** The cash register: numbers receipts, one per externalId. */
export function fiscalSandbox(world: World): SandboxSystem {
  const receipts = world.store<FiscalReceipt>('fiscal.receipts')
  const asked = (ask: SandboxAsk) => {
    const request = ReceiptRequest.safeParse(parsed(ask.body))
    return request.success ? request.data : null
  }
  const answer = ({ externalId, fiscalNumber }: FiscalReceipt) =>
    json({ externalId, fiscalNumber, url: `https://consumer.example.kz/ticket?f=${fiscalNumber}` })
  return {
    system: 'fiscal',
    routes: [
      {
        method: 'POST',
        path: RECEIPTS_PATH,
        operation: CREATE,
        key: (ask): Record<string, string> => {
          const request = asked(ask)
          return request ? { externalId: request.externalId } : {}
        },
        error: () => json({ error: { code: 'SHIFT_CLOSED', text: 'the shift is closed' } }, 422),
        handle: (ask) => {
          const request = asked(ask)
          if (!ask.headers.authorization?.startsWith('Bearer ')) return json({ error: { code: 'UNAUTHORIZED', text: 'no token' } }, 401)
          if (!request || request.total > LARGEST || request.items.reduce((sum, item) => sum + item.sum, 0) !== request.total)
            return json({ error: { code: 'BAD_RECEIPT', text: 'the receipt is not right' } }, 422)
          const known = receipts.get(request.externalId)
          if (known) return answer(known)
          const made: FiscalReceipt = {
            externalId: request.externalId,
            operation: request.operation,
            total: request.total,
            fiscalNumber: String(700_000_000 + world.next('fiscal.number')),
            at: request.at,
          }
          receipts.set(made.externalId, made)
          world.saved()
          return answer(made)
        },
      },
    ],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
