/** What every transport does: it hands one mail or SMS over, once, and says what became of it. */
import type { ComposedMail } from '../../../platform/mail/mail.ts'

/** What is handed over. */
export type Outgoing =
  | ({ kind: 'EMAIL' } & ComposedMail)
  /** Without a recipient of the ledger, nothing is reported about it. */
  | { kind: 'SMS'; to: string; text: string; recipientId: number | null }

/** The server or provider has taken it. */
export interface Accepted {
  /** The Message-ID, or the id that the provider gave. */
  providerId: string
  /** What it answered. */
  detail: string
}

export interface TransportCheck {
  isOk: boolean
  detail: string
}

export interface Transport {
  /** At most so many are on their way at the same moment, and so many may be in doubt after a crash. */
  readonly maxInFlight: number
  /**
   * Makes exactly one attempt, whatever happens.
   *
   * @throws Refused | TryLater | Unknown
   */
  handOver(outgoing: Outgoing): Promise<Accepted>
  /** Connects and signs in, and sends nothing. */
  check(): Promise<TransportCheck>
  close(): Promise<void>
}

/** It was not taken, and never will be. */
export class Refused extends Error {
  override name = 'Refused'
  /** Whether the address is at fault, which then gets nothing more. */
  readonly isAboutAddress: boolean

  constructor(message: string, isAboutAddress = false) {
    super(message)
    this.isAboutAddress = isAboutAddress
  }
}

/** It was not taken, but may be later. */
export class TryLater extends Error {
  override name = 'TryLater'
  /** Whether others would fare the same: no connection, wrong credentials, too fast. */
  readonly isAboutSender: boolean

  constructor(message: string, isAboutSender = false) {
    super(message)
    this.isAboutSender = isAboutSender
  }
}

/** It may have been taken or not: the answer was lost. */
export class Unknown extends Error {
  override name = 'Unknown'
}
