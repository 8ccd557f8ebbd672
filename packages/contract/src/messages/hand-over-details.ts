/**
 * Why a mail or SMS was not handed over, where it was not the mail server or provider that said so: what they say is kept
 * in their own words.
 */
export const handOverDetails = [
  /** A merge field's text cannot be read. */
  'text_unreadable',
  'no_content',
  /** The design of the team no longer fits the content. */
  'design_changed',
  'address_invalid',
  /** An SMS for a mail server, or a mail for a provider of SMS. */
  'wrong_method',
  /** It could not be written for a reason that the log has. */
  'not_written',
  'not_handed_over',
  /** The process that handed it over ended. */
  'process_ended',
  'answer_unreadable',
] as const
export type HandOverDetail = (typeof handOverDetails)[number]

export const isHandOverDetail = (detail: string): detail is HandOverDetail =>
  handOverDetails.some((one) => one === detail)
