/** What a text message costs: its encoding and segments, and the letters that make it expensive. */
import { SegmentedMessage } from 'sms-segments-calculator'

/** What Twilio and most others accept. */
export const maxSmsLength = 1600

export interface SmsMeasure {
  /** GSM-7 holds 160 characters a segment, UCS-2 70; one letter outside GSM-7 makes the whole message UCS-2. */
  encoding: 'GSM-7' | 'UCS-2'
  segments: number
  /** Units of the encoding: septets, or UTF-16 code units. */
  units: number
  /** Units that fit before another segment is needed. */
  unitsLeft: number
  /** Letters outside GSM-7, with their positions in the text, in UTF-16 code units. */
  offending: { letter: string; at: number }[]
}

export function measureSms(text: string): SmsMeasure {
  const message = new SegmentedMessage(text)
  const encoding = message.encodingName
  const segments = text === '' ? 0 : message.segmentsCount
  const unitBits = encoding === 'GSM-7' ? 7 : 16
  const last = message.segments.at(-1)
  return {
    encoding,
    segments,
    units: Math.ceil(message.messageSize / unitBits),
    unitsLeft: last ? Math.floor(last.freeSizeInBits() / unitBits) : 0,
    offending: encoding === 'GSM-7' ? [] : offendingIn(message.graphemes),
  }
}

function offendingIn(graphemes: readonly string[]): SmsMeasure['offending'] {
  let at = 0
  return graphemes.flatMap((letter) => {
    const from = at
    at += letter.length
    return isGsm(letter) ? [] : [{ letter, at: from }]
  })
}

/** One letter at a time: a text in GSM-7 is decided by its letters alone. */
const isGsm = (letter: string): boolean => new SegmentedMessage(letter).encodingName === 'GSM-7'

/** What the library's table of look-alikes lacks. */
const plain: Record<string, string> = {
  '…': '...',
  '€': '€',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  '\u202f': ' ',
  '\u00a0': ' ',
}

/** Replaces letters outside GSM-7 by ones that look alike, where there are any: `á` by `a`, typographic quotes by plain ones. */
export function toPlainLetters(text: string): string {
  return new SegmentedMessage(text).graphemes
    .map((letter) => {
      if (isGsm(letter)) return letter
      const similar = plain[letter] ?? new SegmentedMessage(letter, 'auto', true).graphemes.join('')
      if (isGsm(similar)) return similar
      const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '')
      return bare !== '' && [...bare].every(isGsm) ? bare : letter
    })
    .join('')
}
