import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})

const orders = async () => (await import('./orders.tsx')).Orders
const oneOrder = async () => (await import('./one-order.tsx')).OneOrder
const contract = async () => (await import('./contract.tsx')).Contract

/**
 * Orders that need somebody, one of them (`?order=`), or the contract it belongs to (`?contract=`).
 */
export function Component() {
  const t = useTexts(words)
  const query = useQuery()
  const [order, ofContract] = [query.get('order'), query.get('contract')]
  return (
    <Desk name="staff-orders" title={t.title}>
      {() => (
        <Later
          key={ofContract ? `contract ${ofContract}` : order}
          load={ofContract ? contract : order ? oneOrder : orders}
        />
      )}
    </Desk>
  )
}
