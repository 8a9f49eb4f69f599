import { brand } from '#brand'
import type { Params } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { legal } from '#texts/legal.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import words from '../../company/documents-code-texts.ts'
import { documents, insurers } from '../../content/content.ts'
import { entryOf } from '../../content/entries.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Facts } from '../../ui/facts.tsx'
import { Prose } from '../../ui/prose.tsx'

type Data = { params: Params }
type Document = (typeof documents)[number]

export const head = (locale: Locale, { params }: Data) => {
  const { title, lead } = entryOf(documents, params)
  return { title: `${title[locale]} – ${brand.name[locale]}`, description: lead[locale] }
}

export function Component({ data }: { data: Data }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { title, lead, date, text, facts, parts } = entryOf(documents, data.params)
  const accepted = text ? legal[text][locale] : undefined
  return (
    <CompanyPage section="documents" title={title[locale]} lead={lead[locale]} detail>
      {facts ? <DocumentFacts kind={facts} /> : null}
      <Prose
        parts={
          accepted?.parts ??
          parts.map((part) => ({ title: part.title[locale], paragraphs: part.paragraphs[locale] }))
        }
      />
      <p>{accepted?.version ?? t.dated(longDate(locale, date))}</p>
    </CompanyPage>
  )
}

/** Facts that stand once, in brand.ts and insurers.json, and are shown here. */
function DocumentFacts({ kind }: { kind: NonNullable<Document['facts']> }) {
  const t = useTexts(words)
  const locale = useLocale()
  if (kind === 'insurers')
    return (
      <Facts
        facts={insurers.map((name, index) => ({
          label: t.insurer(index + 1),
          value: name[locale],
        }))}
      />
    )
  const company = [
    { label: t.legalName, value: brand.legalName[locale] },
    { label: t.bin, value: brand.bin },
    { label: t.address, value: brand.address[locale] },
  ]
  const licence = [
    { label: t.licenceNumber, value: brand.licence.number },
    { label: t.licenceDate, value: longDate(locale, brand.licence.date) },
    { label: t.licenceKind, value: t.licenceKindValue },
    { label: t.issuer, value: t.issuerValue },
    { label: t.term, value: t.termValue },
  ]
  return <Facts facts={kind === 'licence' ? [...licence, ...company] : company} />
}
