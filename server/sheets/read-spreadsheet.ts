import { type Table, UnreadableFile } from '#domain/statements/table.ts'
import { isCompound, tablesOfXls } from './read-xls.ts'
import { isZip, tablesOfXlsx } from './read-xlsx.ts'

/**
 * Reads the tables of a spreadsheet of today (.xlsx) or an old one (.xls), or answers null for a file
 * that is neither. Throws `UnreadableFile`.
 */
export async function readSpreadsheet(bytes: Uint8Array): Promise<Table[] | null> {
  const read = isZip(bytes) ? tablesOfXlsx : isCompound(bytes) ? tablesOfXls : null
  if (!read) return null
  try {
    return await read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile('damaged')
  }
}
