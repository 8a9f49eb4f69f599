import type { Try } from './kit.ts'

/** Partners: we tell them what happened; nothing of theirs is asked. */
export const partner: Try = {
  host: () => 'the addresses in the partners’ rows',
  settings: 'PARTNER_SECRETS; addresses are rows of the partner',
  about:
    'Has no harmless call: a report is a fact. Only whether an address answers is tried (--address).',
  async talk({ config, given, reach, step, skip }) {
    await step('secrets that are set', async () => ({ secrets: config.partnerSecrets.size }))
    if (given.address) await reach(given.address)
    else skip('an address: give --address from the partner’s row')
  },
}
