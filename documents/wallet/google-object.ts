import { brand } from '#brand'
import { endOfDay, numericPeriod, startOfDay } from '#domain/calendar.ts'
import { colours } from '#domain/colours.ts'
import { languageTag } from '#domain/locale.ts'
import { walletWords } from '#texts/wallet.ts'
import { spacedPlate } from '../format.ts'
import type { PassFacts } from './facts.ts'

/** What stands on Google's pass, in the language of the facts. */
export function passObject(facts: PassFacts, passClass: string) {
  const words = walletWords[facts.locale]
  const [first = '', ...others] = facts.plates.map(spacedPlate)
  const text = (value: string) => ({ defaultValue: { language: languageTag(facts.locale), value } })
  return {
    id: `${passClass.slice(0, passClass.indexOf('.'))}.${facts.globalId}`,
    classId: passClass,
    state: facts.ended ? 'EXPIRED' : 'ACTIVE',
    cardTitle: text(brand.name[facts.locale]),
    subheader: text(words.short),
    header: text(others.length > 0 ? `${first} +${others.length}` : first),
    hexBackgroundColor: colours.light.deep,
    barcode: {
      type: 'QR_CODE',
      value: facts.checkUrl.replace(/\?.*$/, ''),
      alternateText: facts.globalId,
    },
    validTimeInterval: {
      start: { date: startOfDay(facts.start).toISOString() },
      end: { date: endOfDay(facts.end).toISOString() },
    },
    textModulesData: [
      { id: 'insurer', header: words.insurer, body: facts.insurer },
      { id: 'term', header: words.term, body: numericPeriod(facts.start, facts.end) },
    ],
  }
}
