/**
 * A problem that the operator must fix before the process can start. Only its message is shown, without a
 * stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}
