/** The public API of exports for other features. */
export { exportForRun } from './exports.service.ts'
export { rowsOf } from './rows.ts'
export { statementOf } from './statement.ts'
export { lineWriter } from './write-csv.ts'
