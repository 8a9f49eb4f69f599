import { describe, expect, test } from 'vitest'
import tariff from '#domain/ogpo/tariff-2026.json' with { type: 'json' }
import { classAfterGoodYear, classes, isRepublicanCity, regions } from './tariff-words.ts'

describe('the names the calculator shows', () => {
  test('stand for exactly the regions of the tariff, spelled as the tariff spells them', () => {
    expect(regions.map(({ code, ru, kz }) => ({ code, ru, kz }))).toEqual(
      tariff.regions.items.map(({ code, ru, kk }) => ({ code, ru, kz: kk })),
    )
    expect(regions.filter(({ code }) => isRepublicanCity(code)).map(({ code }) => code)).toEqual(
      tariff.regions.items
        .filter((region) => region.cityOfRepublicanSignificance)
        .map(({ code }) => code),
    )
  })

  test('order the bonus-malus classes so that a year without claims is one step', () => {
    expect(classes).toEqual(tariff.bonusMalus.classes.map((row) => row.class))
    for (const row of tariff.bonusMalus.classes)
      expect(classAfterGoodYear(row.class)).toBe(row.next['0'])
  })
})
