/** How long something waits, in its two largest units: 2 h 14 min, 3 days. */
export type Duration = { days: number; hours: number; minutes: number; seconds: number }

export function splitDuration(ms: number): Duration {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  const days = Math.floor(hours / 24)
  if (days > 0) return { days, hours: 0, minutes: 0, seconds: 0 }
  if (hours > 0) return { days: 0, hours, minutes: minutes % 60, seconds: 0 }
  if (minutes > 0) return { days: 0, hours: 0, minutes, seconds: 0 }
  return { days: 0, hours: 0, minutes: 0, seconds }
}
