type Unit = 'short' | 's' | 'percentunit' | 'bytes' | 'reqps' | 'ops' | 'bool'
/** A panel: what it shows, in which unit, and its questions, each with the name of its lines. */
type Panel = {
  title: string
  unit: Unit
  asks: [expression: string, legend: string][]
  stat?: true
  alarmAbove?: number
  about?: string
}
/** A board of Grafana: its panels stand two in a row. */
export type Dashboard = { uid: string; title: string; panels: Panel[] }
