import { useReply } from '../../http/replies.ts'
import { SinceLast } from '../../purchase/price/since-last.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Price } from '../../ui/price.tsx'
import { portal } from '../portal.ts'
import styles from './desk.module.css'

/** What the policy would cost today for another year, and why that is another price. */
export function TodaysPrice({ globalId }: { globalId: string }) {
  const loading = useReply(portal, 'promoterRenewalPrice', { globalId })
  return (
    <Loaded loading={loading} value={loading.value}>
      {({ premium, since_last }) => (
        <div className={styles.price} role="status">
          <Price tenge={premium} />
          <SinceLast since={since_last} />
        </div>
      )}
    </Loaded>
  )
}
