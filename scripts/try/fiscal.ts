import type { Try } from './kit.ts'

/** The cash register: its own state. */
export const fiscal: Try = {
  host: ({ systems }) => systems.fiscal.address,
  settings: 'FISCAL_ADDRESS, FISCAL_API_KEY, FISCAL_LOGIN, FISCAL_PASSWORD, FISCAL_CASHBOX',
  about:
    'Signs in and reads the register’s state, licence and contract. Makes no receipt, closes no shift.',
  async talk({ systems, step }) {
    await step('sign in, and the state of the register', () => systems.fiscal.state())
  },
}
