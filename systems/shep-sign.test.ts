import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { sending } from './exchange-kit.ts'
import { Unavailable } from './http.ts'
import { shepSign } from './shep-sign.ts'

test('NCANode signs the envelope; a refusal of the key means nothing was sent', async () => {
  const app = Fastify()
  app.post<{ Body: { xml: string; key: string; password: string } }>(
    '/wsse/sign',
    ({ body }, reply) =>
      body.password === 'right'
        ? {
            status: 200,
            message: 'OK',
            xml: body.xml.replace('<Header/>', `<Header><Signed by="${body.key}"/></Header>`),
          }
        : reply.code(400).send({ status: 400, message: 'Wrong password' }),
  )
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { send } = sending('bmg')
  const xml = '<Envelope><Header/><Body/></Envelope>'
  expect(
    await shepSign('bmg', { address: `${address}/`, key: 'k', password: 'right' }, send)(xml),
  ).toBe('<Envelope><Header><Signed by="k"/></Header><Body/></Envelope>')
  const refused = shepSign('bmg', { address, key: 'k', password: 'wrong' }, send)(xml)
  await expect(refused).rejects.toMatchObject({ name: 'Unavailable', mayHaveHappened: false })
  await expect(refused).rejects.toBeInstanceOf(Unavailable)
  app.server.closeAllConnections()
  await app.close()
})
