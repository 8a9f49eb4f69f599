export { onDatabase } from '#server/db/connect.ts'
