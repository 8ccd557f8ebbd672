/** The interface by which the sender gets the mail or SMS for a row of the ledger. */
import type { Outgoing } from '../transports/transport.ts'
import type { ClaimedRow } from './ledger.sql.ts'
import type { OpenMessage, SendingSender } from './open-messages.repo.ts'

export interface Composer {
  /**
   * A pure function of the message's content and the row: the same mail each time, but for its date.
   *
   * @throws Refused if there can be none for this row
   */
  compose(row: ClaimedRow, message: OpenMessage, sender: SendingSender): Promise<Outgoing>
}
