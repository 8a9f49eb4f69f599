import { HttpError } from './refuse.ts'

/**
 * The parser's own words for a form that is cut off, has no boundary or is none at all; they come
 * as errors without a status.
 */
const BROKEN =
  /unexpected end of|terminated early|boundary not found|malformed|unsupported content type|multipart:/i

/**
 * Reads a multipart form. One that is broken off or was never whole is the sender's mistake: 422,
 * not an error of ours.
 */
export async function readingForm<Form>(read: () => Promise<Form>): Promise<Form> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof Error && !(cause instanceof HttpError) && BROKEN.test(cause.message))
      throw new HttpError(422, { errors: [{ path: '', message: 'multipart' }] })
    throw cause
  }
}
