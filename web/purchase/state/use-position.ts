import { useState } from 'react'
import { askPosition, type PositionError } from '../../position.ts'

/** Where the buyer is, where the setting asks for it. */
export function usePosition(required: boolean) {
  const [position, setPosition] = useState<PositionError | 'asking' | null>(null)
  return {
    position,
    close: () => setPosition(null),
    /** For the request; null: an error is shown and the person decides. */
    async place(): Promise<Record<string, number | string> | null> {
      if (!required) return {}
      setPosition('asking')
      const found = await askPosition()
      if (typeof found === 'string') {
        setPosition(found)
        return null
      }
      setPosition(null)
      return {
        latitude: found.latitude,
        longitude: found.longitude,
        accuracy: Math.round(found.accuracy),
      }
    },
  }
}
