/** Something that a person must mend before the process can start. Its message says what, and is shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
