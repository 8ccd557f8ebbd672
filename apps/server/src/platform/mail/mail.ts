/** The types of mails and transports. */

export interface Address {
  /** Display name; may be empty. */
  name: string
  /** A bare address such as `ada@example.org`. */
  address: string
}

/** The addresses in SMTP commands. They may differ from those in the headers: bounces go to `from`. */
export interface Envelope {
  from: string
  to: string[]
}

export interface Attachment {
  filename: string
  content: Buffer | string
  contentType?: string
}

export interface Mail {
  /** Default: the configured sender. */
  from?: Address
  /** Bare addresses, or addresses with a name. */
  to: string | Address | (string | Address)[]
  replyTo?: string | Address
  subject: string
  html: string
  text: string
  /** Language of the content, such as `fr`. */
  language?: string
  /** Additional headers, such as `List-Unsubscribe`. Headers that other properties set are rejected. */
  headers?: Record<string, string>
  attachments?: Attachment[]
  /** With the angle brackets. Default: a new one in the sender's domain. */
  messageId?: string
  /** Default: the sender and all recipients. */
  envelope?: Partial<Envelope>
}

/** A mail in the form in which it is transferred. */
export interface ComposedMail {
  /** The complete RFC 5322 message, with CRLF line ends. */
  raw: Buffer
  envelope: Envelope
  /** With the angle brackets. */
  messageId: string
}

/** A recipient that the server rejected while it accepted others. */
export interface Rejection {
  address: string
  isPermanent: boolean
  responseCode?: number
  response?: string
}

export interface Delivery {
  messageId: string
  accepted: string[]
  rejected: Rejection[]
  /** The server's last reply, such as `250 OK: queued`. */
  response: string
}

/** Delivers composed mails. */
export interface Transport {
  /**
   * Resolves when at least one recipient was accepted.
   * @throws MailError
   */
  deliver(mail: ComposedMail): Promise<Delivery>
  close(): Promise<void>
}

export interface Mailer {
  /** @throws MailError */
  send(mail: Mail): Promise<Delivery>
  close(): Promise<void>
}
