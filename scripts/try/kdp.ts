import type { Try } from './kit.ts'

/** Consent by 1414: every call of it writes to a person. */
export const kdp: Try = {
  host: ({ systems }) => systems.gkb.address,
  settings: 'GKB_ADDRESS, GKB_USER, GKB_PASSWORD, GKB_USER_ID',
  about: 'Has no harmless call: each asks a person by SMS. Only whether the host answers is tried.',
  async talk({ config, reach, skip }) {
    await reach(config.systems.gkb.address)
    skip('a consent: sign in on the site with your own IIN and phone')
  },
}
