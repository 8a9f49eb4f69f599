/** Dialogs opened from a page without React. */
export const dialogNames = [
  'contact',
  'log-in',
  'log-in-by-password',
  'forgot-password',
  'new-password-sent',
] as const
export type DialogName = (typeof dialogNames)[number]

export type DialogStep = {
  open: boolean
  onClose: () => void
  /** One dialog gives way to another. */
  onGo: (next: DialogName) => void
}
