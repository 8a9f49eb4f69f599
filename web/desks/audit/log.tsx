import { Entries } from './entries.tsx'
import { Verify } from './verify.tsx'

export const Log = () => (
  <>
    <Verify />
    <Entries />
  </>
)
