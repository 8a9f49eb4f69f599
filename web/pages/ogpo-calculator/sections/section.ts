import type { LegalName } from '../dialogs/legal-dialog.tsx'
import type { PurchaseActions } from '../use-purchase.ts'

/** What every section of the purchase gets. */
export type SectionProps = PurchaseActions & { read: (text: LegalName) => void }
