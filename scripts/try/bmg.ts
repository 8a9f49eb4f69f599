import type { Try } from './kit.ts'

/** The base of mobile citizens: whether a phone is a person's. */
export const bmg: Try = {
  host: ({ systems }) => systems.shep.address,
  settings: 'SHEP_ADDRESS, SHEP_SENDER, SHEP_PASSWORD and the signer',
  about: 'Asks whether one phone is one person’s. Writes to nobody.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.shep.address)
    const { iin, phone } = given
    if (!iin || !phone) return skip('a question: give --iin and --phone of somebody who agreed')
    await step('whether the phone is theirs', async () => ({
      match: await systems.bmg.owns(iin, phone),
    }))
  },
}
