import { brand } from '#brand'
import type { Locale, Localized } from '#domain/locale.ts'

const country: Localized = { kz: 'Қазақстан', ru: 'Казахстан' }

/** schema.org: who we are. */
export const organisation = (locale: Locale) => ({
  '@type': 'InsuranceAgency',
  name: brand.name[locale],
  legalName: brand.legalName[locale],
  taxID: brand.bin,
  telephone: brand.callCentre,
  email: brand.email,
  address: { '@type': 'PostalAddress', streetAddress: brand.address[locale], addressCountry: 'KZ' },
  areaServed: { '@type': 'Country', name: country[locale] },
  // Round the clock: the days alone say so (schema.org, openingHours).
  openingHours: 'Mo-Su',
  hasCredential: {
    '@type': 'EducationalOccupationalCredential',
    credentialCategory: 'license',
    identifier: brand.licence.number,
    dateCreated: brand.licence.date,
  },
})

/** schema.org: questions and answers as the page shows them. */
export const faq = (questions: readonly (readonly string[])[]) => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(([question = '', answer = '']) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
