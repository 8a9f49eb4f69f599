/** The number, the mailbox of a client that takes nothing. */
export const unreachable = {
  kz: { sms: 'Нөмір SMS қабылдамайды', mail: 'Мекенжай хат қабылдамайды' },
  ru: { sms: 'Номер не принимает SMS', mail: 'Адрес не принимает письма' },
}
