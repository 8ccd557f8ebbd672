/** The header with the key of a visitor's run: 32 hexadecimal digits. Cookies do not work in frames. */
export const runKeyHeader = 'x-run-key'
