type Policy = { createScriptURL(address: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

const address = '/portal-worker.js'
let policy: Policy | undefined

/**
 * The address of the portal's worker, as a browser that asks for Trusted Types takes it: the one
 * policy that our pages may make (`server/http/site-headers.ts`), and it knows the one address.
 */
export function workerScript(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('portal-worker', { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}
