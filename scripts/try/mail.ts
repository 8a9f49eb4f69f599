import { createTransport } from 'nodemailer'
import type { Try } from './kit.ts'

/** The mail server: greeting, TLS, login. */
export const mail: Try = {
  host: ({ systems: { mail: at } }) => `${at.host}:${at.port}`,
  settings: 'SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, MAIL_FROM',
  about: 'Greets the server, begins TLS, signs in and leaves. Sends no letter.',
  async talk({ config, step, skip }) {
    const { host, port, user, password, requireTls } = config.systems.mail
    await step('greeting, TLS and sign-in', async () => {
      const transport = createTransport({
        host,
        port,
        secure: port === 465,
        requireTLS: requireTls,
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        ...(user && password ? { auth: { user, pass: password } } : {}),
      })
      await transport.verify().finally(() => transport.close())
      return { result: 'ok' }
    })
    skip('that the sender’s address is allowed is only proved by a letter')
  },
}
