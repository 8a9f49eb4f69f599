import fastify, { type FastifyInstance } from 'fastify'

const MAX_BODY = 5 * 1024 * 1024

/** An error of a control call; answered as `{errors: [{path, message}]}`. */
export class Wrong extends Error {
  readonly status: number
  readonly errors: { path: string; message: string }[]
  constructor(status: number, errors: { path: string; message: string }[]) {
    super(errors.map(({ path, message }) => `${path}: ${message}`).join('; '))
    this.status = status
    this.errors = errors
  }
}

/**
 * An app as `mount` needs it: every body is a string, streams and hanging answers do not hold up
 * its end.
 */
export function sandboxApp(): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Wrong) return reply.code(error.status).send({ errors: error.errors })
    reply.send(error)
  })
  return app
}
