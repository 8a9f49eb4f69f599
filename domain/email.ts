export const emailMaxLength = 254

const local = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Of one script: a Cyrillic letter among Latin ones is another domain, or none. */
const mixed = /(?=.*\p{Script=Latin})(?=.*\p{Script=Cyrillic})/u
const label = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,62}$/u

/**
 * Returns whether a text is a deliverable address, with a domain in any script: `.қаз` and `.рф`
 * too, as letters or as `xn--…`. The caller trims blanks around it; invisible signs are refused.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const labels = text.slice(at + 1).split('.')
  return (
    text.length <= emailMaxLength &&
    at > 0 &&
    at <= 64 &&
    local.test(text.slice(0, at)) &&
    labels.length > 1 &&
    labels.every((one) => label.test(one) && !mixed.test(one) && !one.endsWith('-')) &&
    /^(xn--[a-z\d-]+|[\p{L}\p{M}]{2,})$/iu.test(labels.at(-1) ?? '')
  )
}
