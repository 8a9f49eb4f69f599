import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import { problems } from './error-answers.ts'
import { HttpError, invalid } from './refuse.ts'

/** The typed fields as sent, each once. */
export type Typed = Record<string, string>
/** Error texts by field name. */
export type FieldErrors = Record<string, string>

/**
 * Reads a form that a browser sent without any script. Throws 403 for a form of another site: no
 * browser should write to us on another site's behalf.
 */
export function typedIn(request: FastifyRequest, locale: Locale): Typed {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new HttpError(403)
  if (typeof request.body !== 'string') throw new HttpError(415)
  const typed = Object.fromEntries(new URLSearchParams(request.body))
  const unfit = Object.entries(typed).find(([, value]) => value.includes('\0'))
  if (unfit) throw invalid([{ path: unfit[0], message: fieldText('invalid', locale) }])
  return typed
}

/** Reads the same fields from an address; drops one that occurs twice. */
export const typedInQuery = (request: FastifyRequest): Typed =>
  Object.fromEntries(
    Object.entries(Object(request.query)).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )

/** Returns the first problem of each field. */
export function errorsOf(error: z.ZodError, locale: Locale): FieldErrors {
  const found: FieldErrors = {}
  for (const { path, message } of problems(error, locale)) found[path] ??= message
  return found
}

/** Marks a page made for this one request as uncacheable. */
export const ownPage = (reply: FastifyReply): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')

/**
 * The key a form is sent with: sent again, by a reload or a second press, it is the same request.
 */
export const FormKey = z.uuid({ error: 'uuid' })
