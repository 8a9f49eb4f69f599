import type { Try } from './kit.ts'

/** The SMS gateway: what is left on the account. */
export const sms: Try = {
  host: ({ systems }) => systems.sms.address,
  settings: 'SMS_ADDRESS, SMS_LOGIN, SMS_PASSWORD, SMS_SENDER',
  about: 'Asks for the balance: proves the login. Sends no SMS.',
  async talk({ systems, step, skip }) {
    await step('the balance', () => systems.sms.balance())
    skip('the sender’s name is only proved by an SMS: send one to yourself by "forgot password"')
  },
}
