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
const product = await productServer({ WORKER: 'off', ...places })
const clients = await onePolicyEach(product.server.deps.db, count)
process.send?.({ url: product.url, clients })
setInterval(() => process.send?.({ rss: process.memoryUsage().rss }), 100)
process.on('message', () => void product.close().then(() => process.exit(0)))
