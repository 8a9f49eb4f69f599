import { expect, test } from 'vitest'
import { refusesMailbox } from './protocol.ts'

test.each([
  ['RCPT TO', '550 5.1.1 The email account that you tried to reach does not exist'],
  ['RCPT TO', '550 No such user here'],
  ['RCPT TO', '553 Requested action not taken: mailbox name not allowed by this server'],
  ['RCPT TO', '551 User not local'],
  ['RCPT TO', '550-5.1.1 unknown user'],
  ['DATA', '550 5.1.1 User unknown'],
  ['RCPT TO', '550 5.2.1 The mailbox is disabled'],
  ['DATA', '550 Mailbox unavailable'],
  ['DATA', '550 Requested action not taken: no such user here'],
  ['DATA', '553 Recipient address rejected'],
])('%s → %s is about the mailbox', (command, response) => {
  expect(refusesMailbox({ command, response, responseCode: Number(response.slice(0, 3)) })).toBe(
    true,
  )
})

test('an address that nobody can be sent to is about the mailbox', () => {
  expect(refusesMailbox({ code: 'EENVELOPE', command: 'API' })).toBe(true)
})

test.each([
  ['RCPT TO', '550 5.7.1 Relaying denied'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '554 5.7.1 Client host blocked'],
  ['RCPT TO', '553 sorry, that domain is not in my list; authentication required'],
  ['MAIL FROM', '550 Sender rejected'],
  ['MAIL FROM', '553 5.1.8 Sender address rejected: Domain not found'],
  ['MAIL FROM', '550 5.1.7 Bad sender’s mailbox address'],
  ['DATA', '550 Message looks like spam'],
  ['DATA', '554 5.7.9 DMARC'],
  ['DATA', '554 Transaction failed'],
  ['DATA', '550 Content rejected'],
  ['DATA', '550 Recipient refused by policy'],
  ['DATA', '550 Invalid address in the From header'],
  ['DATA', '550 Unknown error'],
  ['DATA', '550 Account is disabled for sending'],
  ['DATA', '550 Too many recipients this hour'],
  ['DATA', '550 User has exceeded the hourly limit'],
  ['AUTH', '535 5.7.8 Bad credentials'],
  ['RCPT TO', '450 4.2.1 Mailbox busy'],
  ['RCPT TO', '452 4.2.2 Mailbox full'],
  ['RCPT TO', '552 5.2.2 Mailbox full'],
])('%s → %s is not', (command, response) => {
  expect(refusesMailbox({ command, response, responseCode: Number(response.slice(0, 3)) })).toBe(
    false,
  )
})
