/** The address of another database on the same server; Unix-socket addresses have no host to parse. */
export function onDatabase(url: string, name: string): string {
  if (url.includes('@/')) return url.replace(/@\/[^?]*/, `@/${name}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.toString()
}
