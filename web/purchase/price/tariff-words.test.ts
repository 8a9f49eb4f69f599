import { describe, expect, test } from 'vitest'
import tariff from '#domain/ogpo/tariff-2026.json' with { type: 'json' }
import {
  classAfterGoodYear,
  classes,
  isRepublicanCity,
  regions,
  regionsIn,
} from './tariff-words.ts'

describe('the names the calculator shows', () => {
  test('stand for exactly the regions of the tariff, spelled as the tariff spells them', () => {
    expect(
      regions.map(({ code, ru, kz }) => ({ code, ru: ru.replace('\u00a0', ' '), kz })),
    ).toEqual(tariff.regions.items.map(({ code, ru, kk }) => ({ code, ru, kz: kk })))
    expect(regions.filter(({ code }) => isRepublicanCity(code)).map(({ code }) => code)).toEqual(
      tariff.regions.items
        .filter((region) => region.cityOfRepublicanSignificance)
        .map(({ code }) => code),
    )
  })

  test('stand in the order of the language they are shown in, the three cities first', () => {
    const shown = { kz: regionsIn('kz'), ru: regionsIn('ru') }
    expect(shown.ru.map(({ label }) => label).slice(2, 7)).toEqual([
      'г.\u00a0Шымкент',
      'Акмолинская область',
      'Актюбинская область',
      'Алматинская область',
      'Атырауская область',
    ])
    expect(shown.ru.map(({ value }) => value).slice(7, 10)).toEqual([
      'EAST_KAZAKHSTAN',
      'ZHAMBYL',
      'WEST_KAZAKHSTAN',
    ])
    expect(shown.kz.map(({ value }) => value)).toEqual(regions.map(({ code }) => code))
  })

  test('order the bonus-malus classes so that a year without claims is one step', () => {
    expect(classes).toEqual(tariff.bonusMalus.classes.map((row) => row.class))
    for (const row of tariff.bonusMalus.classes)
      expect(classAfterGoodYear(row.class)).toBe(row.next['0'])
  })
})
