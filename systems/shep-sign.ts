import { z } from 'zod'
import { type Send, type SystemName, Unavailable } from './http.ts'

/**
 * NCANode's answer to `/wsse/sign` (`openapi.yml` of `ncanode-kz/NCANode`). NCANode needs the state's
 * proprietary Kalkan libraries, so `npm start` cannot bring it.
 */
const Signed = z.object({ status: z.literal(200), xml: z.string().min(1) })

/** The operation's name in journals. */
export const SIGN = 'wsse/sign'

export type SignConfig = {
  /** Base address of NCANode, for instance `http://ncanode:14579`. */
  address: string
  /** The PKCS#12 key store in base64, its password and, if it holds several keys, the alias. */
  key: string
  password: string
  keyAlias?: string
}

/**
 * The `sign` of a state gateway channel through NCANode, which holds the state's own (GOST)
 * algorithms. Signing changes nothing and may be repeated. Throws `Unavailable` of the calling
 * system when the envelope cannot be signed: nothing was sent to the gateway then.
 */
export function shepSign(
  system: SystemName,
  config: SignConfig,
  send: Send<typeof SIGN>,
): (xml: string) => Promise<string> {
  return async (xml) => {
    const reply = await send({
      operation: SIGN,
      method: 'POST',
      url: `${config.address.replace(/\/$/, '')}/wsse/sign`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        xml,
        key: config.key,
        password: config.password,
        keyAlias: config.keyAlias ?? null,
        trimXml: false,
      }),
      safe: true,
    })
    const signed = Signed.safeParse(parsed(reply.text))
    if (!signed.success) throw new Unavailable(system, SIGN, 'not signed', false)
    return signed.data.xml
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
