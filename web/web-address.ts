/** An address of the bank's page may only be a web address. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol)
}
