import type { Reply } from '../../api.ts'
import { useTexts } from '../../texts.ts'
import parts from '../../ui/desk-parts.module.css'
import jobWords from '../../ui/job-texts.ts'
import { Table } from '../../ui/table.tsx'
import words from './texts.ts'
import { time } from './time.ts'

/** What waits to be done, a job a line. */
export function Queues({ queues }: Pick<Reply<'staffStatus'>['data'], 'queues'>) {
  const t = useTexts(words)
  const jobs = useTexts(jobWords)
  if (queues.length === 0) return <p className={parts.soft}>{t.noQueues}</p>
  return (
    <div className={parts.list}>
      <Table
        caption={t.queues}
        columns={(['job', 'waiting', 'active', 'retrying', 'oldest'] as const).map((key) => ({
          key,
          title: t.queueColumns[key],
          number: key !== 'job' && key !== 'oldest',
        }))}
        rows={queues.map((one) => ({
          key: one.job,
          cells: {
            job: jobs[one.job] ?? one.job,
            waiting: String(one.waiting),
            active: String(one.active),
            retrying: String(one.retrying),
            oldest: time(one.oldest),
          },
        }))}
      />
    </div>
  )
}
