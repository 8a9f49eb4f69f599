import type { Try } from './kit.ts'

/** The government's sign-in: a code that nobody was given. */
export const idp: Try = {
  host: ({ systems }) => systems.idp.address,
  settings: 'IDP_ADDRESS, IDP_CLIENT_ID, IDP_CLIENT_SECRET',
  about:
    'Makes the address of the sign-in page and exchanges a code that nobody was given: proves the client’s id and secret. Signs nobody in.',
  async talk({ systems, config, step, skip }) {
    const redirectUri = `${config.publicUrl}/api/v1.0.0/egov/idp/callback`
    const verifier = 'v'.repeat(43)
    await step('the address of the sign-in page', async () => {
      const url = new URL(
        await systems.idp.signInUrl({ state: 'try', redirectUri, locale: 'ru', verifier }),
      )
      return { parameters: [...url.searchParams.keys()].join(' ') }
    })
    await step('a code that nobody was given (kind "code" is right)', async () => {
      const end = await systems.idp.finishSignIn({
        callback: new URL(`${redirectUri}?code=try-nobody&state=try`),
        state: 'try',
        verifier,
        key: 'try',
      })
      if (end.kind !== 'code') throw new Error(`the code was not refused: ${end.kind}`)
      return end
    })
    skip('the registered return address is only proved by a person’s own sign-in')
  },
}
