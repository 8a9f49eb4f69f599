import type { Plugin } from 'vite'

/**
 * Writes method and path in place of a call's name, wherever the browser's code names one: so no
 * page carries the table of all calls (1.7 KB as brotli, of 80 KB that a page may load; its longest
 * have 0.1 KB left), and none the schemas. It replaces text, so a string that equals a call's name
 * may be nothing else: call-addresses.test.ts looks at all of them.
 */
export async function callAddresses(): Promise<Plugin> {
  const addresses = await addressesOfCalls()
  return {
    name: 'qorgan-call-addresses',
    enforce: 'pre',
    transform: (code, id) =>
      namesCalls(id) ? { code: withAddresses(code, addresses), map: null } : undefined,
  }
}

/** Method and path of every call, by its name. */
export async function addressesOfCalls(): Promise<ReadonlyMap<string, string>> {
  const { contract, uploads } = await import('#contract/index.ts')
  const calls = Object.entries({ ...contract, ...uploads })
  return new Map(calls.map(([name, { method, path }]) => [name, `${method} ${path}`]))
}

/** Whether a file of the browser may name calls: words only look like names. */
export const namesCalls = (file: string): boolean =>
  /\/web\/.*\.tsx?$/.test(file) && !file.endsWith('texts.ts')

/** The code with addresses in place of names; a name that is no call stays as it is. */
export const withAddresses = (code: string, addresses: ReadonlyMap<string, string>): string =>
  code.replace(/'(\w+)'/g, (literal, name: string) => {
    const address = addresses.get(name)
    return address ? `'${address}'` : literal
  })
