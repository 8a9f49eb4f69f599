import type { Try } from './kit.ts'

/** The state register of natural persons. */
export const gkb: Try = {
  host: ({ systems }) => systems.gkb.address,
  settings: 'GKB_ADDRESS, GKB_USER, GKB_PASSWORD, GKB_USER_ID',
  about:
    'Reads one person, who must have consented. Each request stands in that person’s list of accesses.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.gkb.address)
    const { iin, token, key } = given
    if (!iin || !token || !key)
      return skip('a person: give --iin, --token and --key of somebody’s consent (1414)')
    const consent = { token, publicKey: key }
    await step('the person', () => systems.gkb.person(iin, consent))
    await step('the social status', () => systems.gkb.socialStatus(iin, consent))
  },
}
