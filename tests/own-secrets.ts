import { randomBytes } from 'node:crypto'
import { secretSettings } from '#server/settings/production.ts'

export const randomSecret = (): string => randomBytes(33).toString('base64url')
const stands = {
  alone: randomSecret,
  pairs: () => `freedom:${randomSecret()}`,
  headers: null,
  address: null,
}

/**
 * A secret of its own for every setting that must have one: what production needs beside
 * `deploy/production.env.example`.
 */
export const ownSecrets = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(secretSettings).flatMap(([name, { shape }]) => {
      if (name === 'ESBD_USERS') return [[name, `1/broker:${randomSecret()}`]]
      const make = stands[shape]
      return make ? [[name, make()]] : []
    }),
  )
