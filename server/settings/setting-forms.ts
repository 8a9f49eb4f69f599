import { z } from 'zod'

/**
 * Every setting of the product by its name in the environment; what follows from them is made in
 * `config.ts`.
 */
export const port = z.coerce.number().int().min(1).max(65_535)
export const flag = z.enum(['on', 'off'])
/** How many proxies stand before the process; `on` is one. */
export const proxies = z
  .string()
  .regex(/^(on|off|\d)$/, 'off, on or how many proxies')
  .transform((text) => (text === 'off' ? 0 : text === 'on' ? 1 : Number(text)))
export const url = z.url({ protocol: /^https?$/, hostname: /.+/ })
export const hostAndPort = z.string().regex(/^([\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, 'host:port')
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
/**
 * PEM texts by the insurer's number in the unified database: `1/-----BEGIN …,2/-----BEGIN …`. A
 * comma within a PEM's remarks is its own.
 */
export const perInsurer = z
  .string()
  .transform((text) => text.split(/,(?=\s*\d+\/)/).map((one) => one.trim()))
  .refine(
    (all) => all.every((one) => /^\d+\/[\s\S]*-----BEGIN /.test(one)),
    'insurer/PEM by commas: 1/-----BEGIN …,2/-----BEGIN …',
  )
  .transform(
    (all) =>
      new Map(
        all.map((one) => [Number(one.slice(0, one.indexOf('/'))), one.slice(one.indexOf('/') + 1)]),
      ),
  )
