/** How a person's phone and name are typed: the keyboard, what the browser fills in, the length. */
export const phoneInput = {
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel',
  placeholder: '+7 (7__) ___ __ __',
} as const
export const personInput = {
  autoComplete: 'name',
  autoCapitalize: 'words',
} as const
