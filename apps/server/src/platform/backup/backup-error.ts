/** What is wrong with a backup or with making one: a line for the operator, and a code for programs. */
import { StartError } from '../start-error.ts'

export type BackupFault =
  /** A file of that name exists. */
  | 'exists'
  | 'not_a_backup'
  | 'no_passphrase'
  /** The passphrase is another one. */
  | 'passphrase'
  | 'damaged'
  /** It is of another kind of machine. */
  | 'machine'
  /** The restored database is not what was backed up. */
  | 'differs'
  | 'insufficient_storage'
  /** The bucket did not take it. */
  | 'not_stored'

export class BackupError extends StartError {
  override name = 'BackupError'
  readonly fault: BackupFault

  constructor(fault: BackupFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}
