import type { ComponentType } from 'react'
import { Loaded, useLoading } from './loaded.tsx'

/**
 * A part of a page that is a file of its own, loaded when it is needed; one that does not come says
 * so, with a retry.
 */
export function Late({ load }: { load: () => Promise<ComponentType> }) {
  const loading = useLoading(load)
  return (
    <Loaded loading={loading} value={loading.value}>
      {(Part) => <Part />}
    </Loaded>
  )
}
