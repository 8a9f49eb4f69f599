/**
 * SMTP (RFC 5321) with messages of RFC 5322. The wire has one operation for journals and the fault
 * switch.
 */
export const operation = 'send'

/**
 * Our own name of a message: the same key gives the same Message-ID, by which a repeat is
 * recognised.
 */
export const messageIdOf = (key: string, domain: string) =>
  `<${Buffer.from(key).toString('base64url')}@${domain}>`

/** Enhanced codes (RFC 3463) by which a mailbox takes no mail, for good; 5.1.7 and 5.1.8 are about the sender. */
const MAILBOX_CODE = /^5\.(?:1\.(?:0|1|2|3|6|10)|2\.1)$/
/** 4.x.x and 5.x.x right behind the reply's number. */
const ENHANCED = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/
/** Replies (RFC 5321, 4.2.3) that are about the mailbox … */
const MAILBOX_REPLIES = [550, 551, 553]
/** … unless the words are about us: who sends, from where, by which rule. */
const ABOUT_US =
  /relay|auth|sender|mail from|policy|spam|block|black|denied|reputation|spf|dkim|dmarc|not permitted|client host|login|tls/i
/**
 * Words by which a server that checks the mailbox only after the whole message says that it means
 * the mailbox …
 */
const ABOUT_MAILBOX = /mailbox|recipient|\busers?\b|no such|does(?: not|n't) exist|undeliverable/i
/** … unless they are about the message's sender, its headers or how much we send (a guess). */
const ABOUT_MESSAGE = /\bfrom\b|header|limit|quota|exceed|suspend|too many|rate\b/i

/**
 * Whether the no is about the recipient's mailbox and for good: the library's own, where the text is
 * no address at all, or the server's. With an enhanced code that
 * decides, at whatever step; without one an answer to the recipient counts, or to the message
 * where it speaks of the mailbox, and only if its words do not speak of the sender, the relay or a
 * rule: those are ours to mend. A message has one recipient.
 */
export function refusesMailbox(reply: {
  code?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  command?: string | undefined
}): boolean {
  const { code, responseCode = 0, response = '', command = '' } = reply
  // Nodemailer before anything is sent: no recipient. The sender's address is a setting.
  if (code === 'EENVELOPE' && responseCode === 0) return true
  if (responseCode < 500 || responseCode > 599) return false
  const enhanced = ENHANCED.exec(response)?.[1]
  if (enhanced) return MAILBOX_CODE.test(enhanced)
  if (!MAILBOX_REPLIES.includes(responseCode) || ABOUT_US.test(response)) return false
  if (command === 'RCPT TO') return true
  return command === 'DATA' && ABOUT_MAILBOX.test(response) && !ABOUT_MESSAGE.test(response)
}

/** Mailboxes that the sandbox refuses as nonexistent. */
export const isRefusedBySandbox = (address: string): boolean =>
  address.toLowerCase().startsWith('no-such-mailbox@')
