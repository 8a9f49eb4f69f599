/** Made by the build from `contract/index.ts`, so the browser gets no schema: call name → method and path. */
declare module 'virtual:contract-paths' {
  const paths: Record<string, readonly [method: 'GET' | 'POST', path: string]>
  export default paths
}
