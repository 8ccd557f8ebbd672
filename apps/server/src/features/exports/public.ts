/** What other features may use of exports. */
export { rowsOf } from './rows.ts'
export { statementOf } from './statement.ts'
export { lineWriter } from './write-csv.ts'
