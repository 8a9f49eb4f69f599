export { plateWords } from '#domain/plate-words.ts'
