import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import { problems } from './error-answers.ts'
import { HttpError, invalid } from './refuse.ts'

/** What was typed, as it was sent: each field once. */
export type Typed = Record<string, string>
/** What is wrong, in words, by the field's name. */
export type FieldErrors = Record<string, string>

/**
 * The fields of a form that a browser sent by itself, without any script. Another site's form is no
 * form of ours: nobody's browser writes to us for somebody else.
 */
export function typedIn(request: FastifyRequest, locale: Locale): Typed {
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new HttpError(403)
  if (typeof request.body !== 'string') throw new HttpError(415)
  const typed = Object.fromEntries(new URLSearchParams(request.body))
  const unfit = Object.entries(typed).find(([, value]) => value.includes('\0'))
  if (unfit) throw invalid([{ path: unfit[0], message: fieldText('invalid', locale) }])
  return typed
}

/** The same fields in an address; one that stands there twice is none. */
export const typedInQuery = (request: FastifyRequest): Typed =>
  Object.fromEntries(
    Object.entries(Object(request.query)).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )

/** What is wrong with each field; the first problem of each. */
export function errorsOf(error: z.ZodError, locale: Locale): FieldErrors {
  const found: FieldErrors = {}
  for (const { path, message } of problems(error, locale)) found[path] ??= message
  return found
}

/** A page made for this one request, which nobody keeps. */
export const ownPage = (reply: FastifyReply): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')

/**
 * The key a form is sent with: sent again, by a reload or a second press, it is the same request.
 */
export const FormKey = z.uuid({ error: 'uuid' })
