import type { Try } from './kit.ts'

/** The state register of natural persons. */
export const gkb: Try = {
  host: ({ systems }) => systems.gkb.address,
  settings: 'GKB_ADDRESS, GKB_USER, GKB_PASSWORD, GKB_USER_ID',
  about: 'Reads one person, who must have consented. Each request stands in that person’s list of accesses.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.gkb.address)
    const { iin } = given
    if (!iin) return skip('a person: give --iin of somebody who consented')
    await step('the person', () => systems.gkb.person(iin))
    await step('the social status', () => systems.gkb.socialStatus(iin))
  },
}
