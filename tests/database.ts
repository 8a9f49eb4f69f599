export { onDatabase } from '#server/db/connect.ts'

/** A day the tariff tables cover, whatever the real day is. */
export const DAY = new Date('2026-11-20T06:00:00Z')

/** The migrated and seeded database that every test copies. */
export const TEMPLATE = 'qorgan_template'

/**
 * The statement that copies it, file by file: by the default way each page goes through the log,
 * which costs the server three times as much.
 */
export const copyOfTemplate = (name: string): string =>
  `create database ${name} template ${TEMPLATE} strategy file_copy`
