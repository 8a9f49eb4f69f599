import type { Try } from './kit.ts'

/** SMSC.kz: what is left on the account. */
export const sms: Try = {
  host: ({ systems }) => systems.smsGateways.sms?.address ?? '',
  settings: 'SMS_ADDRESS, SMS_LOGIN, SMS_PASSWORD, SMS_SENDER',
  about: 'Asks for the balance: proves the login. Sends no SMS.',
  async talk({ systems, step, skip }) {
    const { sms: gateway } = systems.smsGateways
    if (!gateway) return skip('SMS_ADDRESS is not set: SMSC.kz sends nothing')
    await step('the balance', () => gateway.balance())
    skip('the sender’s name is only proved by an SMS: send one to yourself by "forgot password"')
  },
}
