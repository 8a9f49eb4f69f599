import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import parts from '../../ui/desk-parts.module.css'
import jobWords from '../../ui/job-texts.ts'
import { Table } from '../../ui/table.tsx'
import words from './texts.ts'
import { time } from './time.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What waits to be done, a job a line. */
export function Queues({ queues }: Pick<Reply<'staffStatus'>['data'], 'queues'>) {
  const t = useTexts(words)
  const jobs = useTexts(jobWords)
  if (queues.length === 0) return <p className={parts.soft}>{t.noQueues}</p>
  return (
    <div className={parts.list}>
      <Table
        caption={t.queues}
        columns={(['job', 'waiting', 'active', 'retrying', 'later', 'oldest'] as const).map(
          (key) => ({
            key,
            title: t.queueColumns[key],
            number: key !== 'job',
          }),
        )}
        rows={queues.map((one) => ({
          key: one.job,
          cells: {
            job: capital(jobs[one.job] ?? one.job),
            waiting: String(one.waiting),
            active: String(one.active),
            retrying: String(one.retrying),
            later: String(one.later),
            oldest: time(one.oldest),
          },
        }))}
      />
    </div>
  )
}
