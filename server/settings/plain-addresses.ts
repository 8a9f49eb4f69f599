const hostOf = (address: string): string => new URL(address).hostname
const ownMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|)$/

/**
 * Settings by which the product would speak without TLS over a network, as problems. `closed` names
 * the hosts of closed networks where that is right (`PLAIN_HOSTS`). What is on this machine is
 * reached without a network. Malformed addresses are another check's.
 */
export function plainAddresses(
  given: Readonly<Record<string, string | undefined>>,
  closed: readonly string[],
): string[] {
  const plain: [setting: string, host: string][] = []
  for (const [name, value = ''] of Object.entries(given)) {
    if (!/_(ADDRESS|ADDRESSES|ENDPOINT)$|^AML_LISTS$/.test(name)) continue
    for (const address of value.split(',').map((one) => one.trim().replace(/^[A-Z_]+=/, '')))
      if (address.startsWith('http:') && URL.canParse(address)) plain.push([name, hostOf(address)])
  }
  // The scanner's protocol has no TLS.
  const scanner = `tcp://${given.ANTIVIRUS_ADDRESS ?? ''}`
  if (given.ANTIVIRUS_ADDRESS && URL.canParse(scanner))
    plain.push(['ANTIVIRUS_ADDRESS', hostOf(scanner)])
  for (const name of ['DATABASE_URL', 'DATABASE_REPORTS_URL']) {
    const database = given[name] ?? ''
    if (URL.canParse(database) && !/[?&]sslmode=(require|verify-ca|verify-full)\b/.test(database))
      plain.push([name, hostOf(database)])
  }
  return plain
    .filter(([, host]) => !ownMachine.test(host) && !closed.includes(host))
    .map(
      ([name, host]) =>
        `${name}: ${host} would be spoken to without TLS; in a closed network name the host in PLAIN_HOSTS`,
    )
}
