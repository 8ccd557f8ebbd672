/** The public API of exports for other features. */
export { rowsOf } from './rows.ts'
export { statementOf } from './statement.ts'
export { lineWriter } from './write-csv.ts'
