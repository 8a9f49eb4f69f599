import { mindsAll } from './client-data.ts'
import { addsToPolicy } from './client-policy.ts'
import { viewsOf } from './languages.ts'
import { phone, test, wide } from './screens.ts'
import { spec } from './spec.ts'

/**
 * What a client does with what they have bought, from the sign-in by SMS to the request to be
 * forgotten.
 */
// What is still fading in has no contrast to judge yet.
for (const { where, locale, viewport } of viewsOf('a client and their policy', [
  { where: 'on a phone in Kazakh', locale: 'kz', viewport: phone },
  { where: 'on a wide screen in Russian', locale: 'ru', viewport: wide },
] as const))
  test.describe(where, () => {
    test.use({ viewport })
    test('a client signs in by SMS and adds a driver to the policy', ({ page }) => {
      spec(
        '2.2.adddrivers-id',
        '2.3.send-sms-code-4',
        '2.3.bottom-sheet-swipe-down',
        '2.4.policy-card-car-model',
        '8.3.claim-send-failure-server',
        '8.3.pin-modal-error-animation',
      )
      return addsToPolicy(page, locale)
    })
    test('a client looks through what is over, reports a claim, and minds their own data', ({
      page,
    }) => {
      spec(
        '2.3.simple-otp-code',
        '3.3.claim-case-third-party',
        '3.4.notification-entries-id',
        '4.1.cards-redirect-message-3',
        '8.3.claim-send-failure-server',
      )
      return mindsAll(page, locale)
    })
  })
