declare module 'autocannon' {
  export default function autocannon(options: Record<string, unknown>): Promise<unknown>
}
