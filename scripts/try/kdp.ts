import type { Try } from './kit.ts'

/** Consent by 1414: every call of it writes to a person. */
export const kdp: Try = {
  host: ({ systems }) => systems.shep.address,
  settings: 'GKB_ADDRESS, SHEP_ADDRESS and their credentials',
  about: 'Has no harmless call: each asks a person by SMS. Only whether the host answers is tried.',
  async talk({ config, reach, skip }) {
    await reach(config.systems.shep.address)
    skip('a consent: sign in on the site with your own IIN and phone')
  },
}
