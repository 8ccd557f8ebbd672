/** A problem that the operator must fix before the start. Its message is shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
