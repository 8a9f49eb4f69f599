import type { TestApp } from './test-app.ts'

export const start = '/api/v1.0.0/egov/idp/login'

/** A browser at the sign-in of the test app. */
export function egovBrowser(app: () => TestApp) {
  /** One browser: keeps its cookies and follows nothing by itself. */
  function browser() {
    const jar = new Map<string, string>()
    const open = async (
      url: string,
      options: { form?: Record<string, string>; language?: string } = {},
    ) => {
      const answer = await fetch(new URL(url, app().url), {
        redirect: 'manual',
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          'accept-language': options.language ?? 'kk',
        },
        ...(options.form ? { method: 'POST', body: new URLSearchParams(options.form) } : {}),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split('; ')
        const at = pair.indexOf('=')
        if (url.startsWith(app().url) || url.startsWith('/'))
          jar.set(pair.slice(0, at), pair.slice(at + 1))
      }
      return {
        status: answer.status,
        to: answer.headers.get('location') ?? '',
        cookies: answer.headers.getSetCookie(),
        text: await answer.text(),
      }
    }
    /** From our button to the way back with what their page gave. */
    const signsIn = async (form: Record<string, string>, query = '') =>
      open((await chosen(form, query)).to)
    const chosen = async (form: Record<string, string>, query = '') =>
      open((await open(`${start}${query}`)).to, { form })
    const token = () =>
      decodeURIComponent(jar.get('laravel_auth.token') ?? '').replace(/^Bearer /, '')
    return { jar, open, signsIn, chosen, token }
  }
  return { browser }
}
