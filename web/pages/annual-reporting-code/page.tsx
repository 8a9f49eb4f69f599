import { brand } from '#brand'
import type { Params } from '#contract/pages.ts'
import { groupDigits } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import words from '../../company/annual-reporting-texts.ts'
import { CompanyPage } from '../../company/company-page.tsx'
import { reports } from '../../content/content.ts'
import { entryOf } from '../../content/entries.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Table } from '../../ui/table.tsx'

type Data = { params: Params }

export const head = (locale: Locale, { params }: Data) => {
  const { title, year } = entryOf(reports, params)
  return {
    title: `${title[locale]} – ${brand.name[locale]}`,
    description: words[locale].description(year),
  }
}

export function Component({ data }: { data: Data }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { title, year, published, auditor, tables } = entryOf(reports, data.params)
  return (
    <CompanyPage section="annual-reporting" title={title[locale]} lead={t.unit} detail>
      {tables.map((table) => (
        <Table
          key={table.title.kz}
          caption={table.title[locale]}
          columns={[
            { key: 'item', title: t.item },
            { key: 'now', title: String(year), number: true },
            { key: 'before', title: String(year - 1), number: true },
          ]}
          rows={table.rows.map(({ label, now, before, total }) => ({
            key: label.kz,
            strong: total,
            cells: { item: label[locale], now: groupDigits(now), before: groupDigits(before) },
          }))}
        />
      ))}
      <div>
        <p>{auditor[locale]}</p>
        <p>{t.published(longDate(locale, published))}</p>
      </div>
    </CompanyPage>
  )
}
