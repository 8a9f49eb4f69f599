import { newSearch } from '#server/lost/database-line.ts'
import { searchLost } from '#server/lost/search.ts'
import { placeOf } from './chaos/at-house.ts'
import { type TestApp, testApp } from './test-app.ts'

/** Of a database before and after: copies are read by it. */
export const SIGNING_KEY = 'one key of both, long enough for whoever asks'

/** The product before its database was lost, and the product with an empty one beside the same outside. */
export async function beforeAndAfter() {
  const before = await testApp({ SIGNING_KEY })
  const after = await testApp({
    SIGNING_KEY,
    FILES_DIR: before.config.filesDir,
    SANDBOX_PORT: new URL(before.sandbox.url).port,
    SANDBOX_SMTP_PORT: String(before.sandbox.smtpPort),
    SANDBOX_ANTIVIRUS_PORT: String(before.sandbox.antivirusPort),
  })
  return { before, after: { ...after, sandbox: before.sandbox, messages: before.messages } }
}
/** A test app as the walks of the outside see it. */
export const outside = (at: TestApp) => ({
  ...placeOf(at),
  control: at.control,
  sandboxUrl: at.sandbox.url,
})
/** Searches once for what was lost; the search's id. */
export const searched = async ({ db, server }: TestApp): Promise<string> => {
  const id = await newSearch(db, new Date(0), 'a test', server.deps.clock.now())
  await searchLost(server.deps, id)
  return id
}
