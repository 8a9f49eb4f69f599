import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { brand } from '#brand'
import * as rules from '#domain/constants.ts'
import cards from '#web/cabinet/cards/texts.ts'
import * as cardTimes from '#web/cabinet/cards/use-cards.ts'
import * as screens from '#web/constants.ts'
import dialogs from '#web/dialogs/texts.ts'
import { askPosition } from '#web/position.ts'
import purchase from '#web/purchase/purchase-texts.ts'
import { spec } from './spec.ts'

/**
 * The figures and words of the specification a second time, as it writes them: a change of one of
 * them must be meant.
 */

describe('the constants of section 9', () => {
  test.each<[string, unknown, unknown]>([
    ['notification, ms', screens.notificationMs, 3000],
    ['closing animation of a notification, ms', screens.notificationCloseMs, 800],
    ['mobile notification, px', screens.notificationMobileWidth, 568],
    ['snackbar, ms', screens.snackbarMs, 5000],
    ['swipe down, px', screens.sheetCloseDrag, 50],
    ['resize refresh, ms', screens.resizeRefreshMs, 50],
    ['layers', screens.layers, { overlay: 2000, dialog: 2400 }],
    ['layout breakpoints, px', Object.values(screens.breakpoints), [600, 960, 1280, 1920, 2560]],
    ['mobile breakpoint', screens.mobileBreakpoint, 'lg'],
    ['reload guard, ms', screens.reloadGuardMs, 10_000],
    ['first build fetch, ms', screens.firstBuildCheckMs, 1000],
    [
      'card messages, ms',
      [cardTimes.cardConfirmationMs, cardTimes.cardWarningMs, cardTimes.cardRedirectMs],
      [1500, 3000, 3500],
    ],
    ['failure of adding a card, ms', cardTimes.cardFailureMs, 3000],
    ['auth token cookie', rules.authTokenCookie, 'laravel_auth.token'],
    ['saved-path cookie', rules.savedPathCookie, 'laravel_auth.unauthorized_requested_path'],
    ['promoter token cookie', rules.promoterTokenCookie, 'authPromoterToken'],
    ['promoter idle logout, minutes', rules.promoterIdleLogoutMinutes, 24 * 60],
    ['call centre', brand.callCentre, '1414'],
  ])('%s: are those of the specification', (_what, value, said) => {
    spec(
      '9.auth-token-cookie',
      '9.saved-path-cookie',
      '9.promoter-token-cookie',
      '9.build-check-poll-interval',
      '9.notification-default-timeout',
      '9.snackbar-default-timeout',
      '9.card-confirmation-warning-redirect',
      '9.swipe-down-close-bottom',
      '9.call-centre',
    )
    expect(value).toEqual(said)
  })

  test('the style sheets say the same', () => {
    spec(
      '9.notification-mobile-breakpoint-closing',
      '9.overlay-layer-dialog-layer',
      '9.layout-breakpoints',
    )

    const sheet = (path: string) =>
      readFileSync(join(import.meta.dirname, '../web/ui', path), 'utf8')
    expect(sheet('tokens.css')).toContain(`--layer-overlay: ${screens.layers.overlay};`)
    expect(sheet('tokens.css')).toContain(`--layer-dialog: ${screens.layers.dialog};`)
    expect(sheet('toast.module.css')).toContain(`${screens.notificationCloseMs}ms`)
    expect(sheet('toast.module.css')).toContain(`(width < ${screens.notificationMobileWidth}px)`)
  })
})

const messages = {
  UNSUPPORTED: 'Геолокация не поддерживается устройством',
  PERMISSION_DENIED: 'Пользователь запретил доступ к местоположению.',
  POSITION_UNAVAILABLE: 'Информация о местоположении недоступна.',
  TIMEOUT: 'Время ожидания запроса истекло.',
  UNKNOWN_ERROR: 'Произошла неизвестная ошибка.',
  default: 'Ошибка получения местоположения',
}

describe('the words the specification gives in Russian', () => {
  test('the calculator and the geolocation modal say them letter for letter', () => {
    spec(
      '8.3.add-card-failure-note',
      '8.3.geolocation-default-error',
      '8.6.unsupported-геолокация-не-поддерживается',
      '8.6.permission_denied-пользователь-запретил-доступ',
      '8.6.position_unavailable-информация-о-местоположении',
      '8.6.timeout-время-ожидания-запроса',
      '8.6.unknown_error-произошла-неизвестная-ошибка',
      '8.6.default-ошибка-получения-местоположения',
      '8.6.no_iin-не-удалось-определить',
    )

    expect(purchase.ru.positions).toEqual(messages)
    expect(dialogs.ru.position.messages).toMatchObject({
      ...messages,
      NO_IIN: 'Не удалось определить пользователя',
    })
  })

  test('so does a card that could not be added', () => {
    expect([cards.ru.addFailed, cards.ru.addFailedNote]).toEqual([
      'Ошибка при добавлении карты',
      'Попробуйте повторить попытку позднее',
    ])
  })
})

describe('the position of the device', () => {
  const device = (getCurrentPosition: Geolocation['getCurrentPosition']): Geolocation => ({
    getCurrentPosition,
    watchPosition: () => 0,
    clearWatch: () => undefined,
  })
  const refusal = (code: number): GeolocationPositionError => ({
    code,
    message: '',
    PERMISSION_DENIED: 1,
    POSITION_UNAVAILABLE: 2,
    TIMEOUT: 3,
  })

  test.each([
    [1, 'PERMISSION_DENIED'],
    [2, 'POSITION_UNAVAILABLE'],
    [3, 'TIMEOUT'],
    [9, 'UNKNOWN_ERROR'],
  ] as const)('what a device answers with %i is %s', async (code, error) => {
    spec(
      '8.3.geolocation-permission-denied',
      '8.3.geolocation-unsupported',
      '8.3.geolocation-timeout',
    )

    expect(await askPosition(device((_found, failed) => failed?.(refusal(code))))).toBe(error)
  })

  test('what a device answers that knows no position is UNSUPPORTED', async () => {
    spec(
      '8.3.geolocation-permission-denied',
      '8.3.geolocation-unsupported',
      '8.3.geolocation-timeout',
    )

    expect(await askPosition(undefined)).toBe('UNSUPPORTED')
  })

  test('it is asked for with high accuracy, ten seconds, nothing from the cache', async () => {
    spec('5.promoter-location-high-accuracy', '9.geolocation')

    const asked: unknown[] = []
    await askPosition(
      device((_found, failed, options) => {
        asked.push(options)
        failed?.(refusal(3))
      }),
    )
    expect(asked).toEqual([{ enableHighAccuracy: true, timeout: 10_000, maximumAge: 0 }])
  })

  test('a receiver with a clock of its own makes no position old: none is older than the question', async () => {
    spec('9.geolocation')
    const coords = { latitude: 43.2, longitude: 76.9, accuracy: 10 }
    const hourAgo = Date.now() - 3_600_000
    const found = await askPosition(
      device((told) => told({ coords, timestamp: hourAgo } as GeolocationPosition)),
    )
    expect(found).toMatchObject(coords)
    expect(typeof found === 'object' && found.ageMs).toBeLessThan(3_600_000)
  })
})
