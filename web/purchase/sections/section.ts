import type { LegalName } from '../../dialogs/legal.tsx'
import type { PurchaseActions } from '../state/use-purchase.ts'

/** What every section of the purchase gets. */
export type SectionProps = PurchaseActions & { read: (text: LegalName) => void }
