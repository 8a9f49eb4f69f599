export const emailMaxLength = 254

const local = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** Of one script: a Cyrillic letter among Latin ones is another domain, or none. */
const mixed = /(?=.*\p{Script=Latin})(?=.*\p{Script=Cyrillic})/u
const label = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,62}$/u

/**
 * Whether a text is an address that mail can be sent to, with a domain in any script: `.қаз` and
 * `.рф` too, as letters or as `xn--…`. Blanks around it are the caller's to cut; invisible signs
 * are refused.
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
