import type { SandboxSystem, World } from '../sandbox-kit.ts'
import { shepRoute } from '../shep-sandbox.ts'
import { BMG_SERVICE, PhoneCheck } from './protocol.ts'

/**
 * The mobile citizens base: a phone belongs to the person the world says, unless the person is not
 * in the base at all.
 */
export const bmgSandbox = (world: World): SandboxSystem => ({
  system: 'bmg',
  routes: [
    shepRoute(world, '/shep/bmg', {
      [BMG_SERVICE]: {
        iin: (data) => PhoneCheck.parse(data).iin,
        answer: (data) => {
          const { iin, phone } = PhoneCheck.parse(data)
          const person = world.people.get(iin)
          return {
            match: person !== undefined && person.phoneLinked !== false && person.phone === phone,
          }
        },
      },
    }),
  ],
})
