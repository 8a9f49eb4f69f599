import { useEffect, useState } from 'react'
import { askPosition, type PositionError } from '../../position.ts'

/** Where the buyer is, where the setting asks for it. */
export function usePosition(required: boolean) {
  const [position, setPosition] = useState<PositionError | 'asking' | null>(null)
  const [granted, setGranted] = useState(false)
  // Outside React: what the person allowed this site before. A browser that does not tell asks.
  useEffect(() => {
    if (!required) return
    navigator.permissions?.query({ name: 'geolocation' }).then(
      ({ state }) => setGranted(state === 'granted'),
      () => setGranted(false),
    )
  }, [required])
  return {
    position,
    /** The browser's question comes after a press only, never by itself. */
    mayAsk: !required || granted,
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
      setGranted(true)
      return {
        latitude: found.latitude,
        longitude: found.longitude,
        accuracy: Math.round(found.accuracy),
      }
    },
  }
}
