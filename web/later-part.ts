/** Files that are there or on their way, by their addresses below `/`. */
const asked: Record<string, Promise<unknown>> = {}

/**
 * Loads a part of the page with the files it needs, all at once: the build calls this for every
 * `import()` (in place of Vite's own helper, which weighs twice as much). A part that is gone, as
 * after a new build, is told to the page (`vite:preloadError`, see enhance.ts). It is told at the
 * document: told at the window, the listeners of both phases would come in the order of their
 * adding, and whoever keeps it quiet after the reload.
 */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part | undefined> {
  try {
    await Promise.all(
      files.map((file) => {
        asked[file] ??= askFor(file)
        return asked[file]
      }),
    )
    return await load()
  } catch (error) {
    const told = new Event('vite:preloadError', { cancelable: true, bubbles: true })
    document.dispatchEvent(told)
    if (!told.defaultPrevented) throw error
    return undefined
  }
}

/** Styles are waited for; a script only has to be on its way. */
function askFor(file: string): Promise<unknown> {
  const isStyle = file.endsWith('.css')
  const link = Object.assign(document.createElement('link'), {
    rel: isStyle ? 'stylesheet' : 'modulepreload',
    href: `/${file}`,
  })
  const loaded = new Promise((resolve, reject) => {
    if (!isStyle) return resolve(null)
    link.onload = resolve
    link.onerror = () => {
      delete asked[file]
      link.remove()
      reject(new Error(`No styles: ${file}`))
    }
  })
  document.head.append(link)
  return loaded
}
