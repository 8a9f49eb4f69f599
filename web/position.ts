import { geolocationTimeoutMs } from '#domain/constants.ts'

/** Codes of the geolocation messages (spec section 8); `default` is any other location error. */
export type PositionError =
  | 'UNSUPPORTED'
  | 'PERMISSION_DENIED'
  | 'POSITION_UNAVAILABLE'
  | 'TIMEOUT'
  | 'UNKNOWN_ERROR'
  | 'default'
/** Degrees and metres; `ageMs` since it was measured; the rest where the device gives it. */
export type Place = Pick<GeolocationCoordinates, 'latitude' | 'longitude' | 'accuracy'> &
  Partial<Pick<GeolocationCoordinates, 'altitude' | 'altitudeAccuracy' | 'heading' | 'speed'>> & {
    ageMs: number
  }

const codes: Record<number, PositionError> = {
  1: 'PERMISSION_DENIED',
  2: 'POSITION_UNAVAILABLE',
  3: 'TIMEOUT',
}

/**
 * The device's position: high accuracy, 10 s, nothing from the cache (spec section 9,
 * "Geolocation").
 */
export function askPosition(
  geolocation: Geolocation | undefined = navigator.geolocation,
): Promise<Place | PositionError> {
  if (!geolocation) return Promise.resolve('UNSUPPORTED')
  const asked = performance.now()
  return new Promise((resolve) =>
    geolocation.getCurrentPosition(
      ({
        coords: { latitude, longitude, accuracy, altitude, altitudeAccuracy, heading, speed },
        timestamp,
      }) =>
        resolve({
          latitude,
          longitude,
          accuracy,
          altitude,
          altitudeAccuracy,
          heading,
          speed,
          // Nothing from the cache is older than the question, whatever the receiver's clock says.
          ageMs: Math.max(0, Math.min(Date.now() - timestamp, performance.now() - asked)),
        }),
      ({ code }) => resolve(codes[code] ?? 'UNKNOWN_ERROR'),
      { enableHighAccuracy: true, timeout: geolocationTimeoutMs, maximumAge: 0 },
    ),
  )
}
