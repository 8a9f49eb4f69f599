import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../settings/config.ts'
import { askedFrom } from './address.ts'
import { randomKey } from './create-token.ts'
import { tokenHash } from './identity.ts'

/** One cookie of a request as it was set, or null. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  const pair = (request.headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${name}=`))
  return pair ? pair.slice(name.length + 1) || null : null
}

/**
 * Distinguishes browsers that request and enter codes; signs nobody in. Sent to our calls alone.
 */
const COOKIE = 'browser'
const LIFE_SECONDS = 180 * 86_400
/** Phones and desks one browser is remembered with: a family's. */
const REMEMBERED = 4
const SHAPE = /^([\w-]{27})((?:\.[\w-]{22}){0,4})$/

/** The browser, or the program, that makes a call. */
export type Browser = {
  /** Hash of its key, as rows store it. A new one if the call had none. */
  hash: Buffer
  address: string
  /** Hash of the address, as rows store it. */
  addressHash: Buffer
  /** It sent no cookie: a program that stores none, or a browser on its first visit. */
  bare: boolean
  /** It identifies itself as a browser, so it will return the cookie it gets. */
  keepsCookies: boolean
  /** Key of its own limits: its cookie's key, or its address without one. */
  counted: string
  /**
   * True if this phone, or this desk, was proved from this browser before. Nobody else can forge
   * that cookie.
   */
  knows(what: string): boolean
  /** Sets its key if it has none. */
  keep(): void
  /** The phone, or the desk, has been proved from here. */
  remember(what: string): void
}

export function browserOf(
  request: FastifyRequest,
  reply: FastifyReply | null,
  config: Config,
): Browser {
  const [, known, marks = ''] = SHAPE.exec(cookieOf(request, COOKIE) ?? '') ?? []
  const key = known ?? randomKey()
  const remembered = marks.split('.').filter(Boolean)
  const markOf = (what: string) =>
    createHmac('sha256', config.signingKey)
      .update(`browser:${key}:${what}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const give = (with_: readonly string[]) =>
    reply?.header(
      'set-cookie',
      `${COOKIE}=${[key, ...with_].join('.')}; Path=/api; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    )
  const hash = tokenHash(key)
  const address = askedFrom(request)
  return {
    hash,
    address,
    addressHash: createHmac('sha256', config.signingKey).update(`address:${address}`).digest(),
    bare: !known,
    keepsCookies: request.headers['sec-fetch-site'] !== undefined,
    counted: known ? hash.toString('base64url') : address,
    knows: (what) => {
      const mark = Buffer.from(markOf(what))
      return remembered.some((one) => timingSafeEqual(Buffer.from(one), mark))
    },
    keep: () => {
      if (!known) give([])
    },
    remember: (what) => {
      const mark = markOf(what)
      give([mark, ...remembered.filter((one) => one !== mark)].slice(0, REMEMBERED))
    },
  }
}
