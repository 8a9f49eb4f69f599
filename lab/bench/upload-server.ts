import { productServer } from './server.ts'
import { onePolicyEach } from './upload-clients.ts'

/**
 * The product in a process of its own, for measuring its memory: tells its address and clients,
 * then its memory every 100 ms.
 */
const count = Number(process.argv[2] ?? 1)
const places = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('FILES_') && value ? [[name, value]] : [],
  ),
)
// What goes on behind the answers belongs to some measurements and not to others.
const worker: Record<string, string> = process.env.WORKER === 'on' ? {} : { WORKER: 'off' }
const product = await productServer({ ...worker, ...places })
const clients = await onePolicyEach(product.server.deps.db, count)
process.send?.({ url: product.url, clients })
const memory = () => {
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed }
}
setInterval(() => process.send?.(memory()), 100)
process.on('message', (asked) => {
  // Where it was started with its collector to hand, what is not needed any more goes first.
  if (asked === 'collect') globalThis.gc?.()
  else void product.close().then(() => process.exit(0))
})
