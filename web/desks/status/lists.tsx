import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import words from './texts.ts'
import { time } from './time.ts'

/** How old the watch lists are. */
export function Lists({ lists }: Pick<Reply<'staffStatus'>['data'], 'lists'>) {
  const t = useTexts(words)
  return (
    <div className={parts.list}>
      <Table
        caption={t.lists}
        columns={(['list', 'version', 'confirmed', 'state'] as const).map((key) => ({
          key,
          title: t.listColumns[key],
          whole: key === 'confirmed' || key === 'state',
        }))}
        rows={lists.map((one) => ({
          key: one.code,
          cells: {
            list: one.title,
            version: one.version?.slice(0, 12) ?? '–',
            confirmed: time(one.confirmed_at),
            state: (
              <Chip
                tone={one.fresh ? 'good' : 'bad'}
                icon={one.fresh ? <CheckIcon /> : <WarnIcon />}
              >
                {t.fresh[one.fresh ? 'yes' : 'no']}
              </Chip>
            ),
          },
        }))}
      />
    </div>
  )
}
