/** A bar of a sparkline, in the units of its box: where it begins and how high it is. */
export type Bar = { at: number; height: number; failed: boolean }

/**
 * Fifteen minutes as bars. The scale is the greater of three usual times and the peak, so that a
 * calm system stays at a third of the height and only trouble stands up; a minute in vain is as
 * high as the box, a minute nobody asked has no bar.
 */
export function sparkline(
  minutes: readonly { calls: number; failures: number; ms: number }[],
  usual: number | null,
  height: number,
): Bar[] {
  const peak = Math.max(1, ...minutes.map(({ ms }) => ms), 3 * (usual ?? 0))
  return minutes.flatMap(({ calls, failures, ms }, at) => {
    if (calls === 0) return []
    const failed = failures > 0
    const tall = failures === calls ? height : (ms / peak) * height
    return [{ at, height: Math.max(2, Math.round(tall)), failed }]
  })
}
