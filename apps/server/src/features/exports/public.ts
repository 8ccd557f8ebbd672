/** The public API of exports for other features. */

export type { WritePerson } from './exports.jobs.ts'
export { ExportService, exportForRun, removeExports } from './exports.service.ts'
export { rowsOf } from './rows.ts'
export { statementOf } from './statement.ts'
export { lineWriter } from './write-csv.ts'
