/**
 * A text of a journal or an error for reading by staff: its first line, with whatever looks like an
 * IIN, a phone, a card or an address of e-mail hidden but for what tells one from another.
 */
export const masked = (text: string, longest = 200): string =>
  (text.split('\n')[0] ?? '')
    .replaceAll(/\d{11,19}/g, (digits) => `${digits.slice(0, 3)}•••${digits.slice(-4)}`)
    .replaceAll(/[^\s@<>()[\]",:;]+(@[\p{L}\p{N}\p{M}.-]+)/gu, '•••$1')
    .slice(0, longest)
