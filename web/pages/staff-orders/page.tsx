import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import words from '../../desks/orders/texts.ts'
import { useTexts } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})

const orders = async () => (await import('../../desks/orders/orders.tsx')).Orders
const oneOrder = async () => (await import('../../desks/orders/one-order.tsx')).OneOrder
const contract = async () => (await import('../../desks/orders/contract.tsx')).Contract

/**
 * Orders that need somebody, one of them (`?order=`), or the contract it belongs to (`?contract=`).
 */
export function Component() {
  const t = useTexts(words)
  const query = useQuery()
  const [order, ofContract] = [query.get('order'), query.get('contract')]
  return (
    <StaffConsole name="staff-orders" title={t.title}>
      {() => (
        <Later
          key={ofContract ? `contract ${ofContract}` : order}
          load={ofContract ? contract : order ? oneOrder : orders}
        />
      )}
    </StaffConsole>
  )
}
