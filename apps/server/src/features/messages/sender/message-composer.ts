/**
 * Writes the mail or SMS of each row of the ledger from the plan that was stored when its message started. Plans are kept
 * between mails, so that a mail needs no statement.
 */
import { AppError } from '@muster/contract/errors'
import type { HandOverDetail } from '@muster/contract/messages/hand-over-details'
import type { Language } from '@muster/contract/paging'
import type { Deps } from '../../../engine/public.ts'
import type { Config } from '../../../platform/config.ts'
import { consentPage } from '../consent/consent-token.ts'
import { LiquidProblem } from '../content/liquid.ts'
import {
  asciiAddress,
  composeMail,
  type MailHeaders,
  type MimeContent,
  NoMailAddress,
  prepareMime,
} from '../content/mime.ts'
import type { CompiledLink } from '../content/plan.ts'
import { type PreparedContent, prepareContent, renderContent, valuesFor } from '../content/render.ts'
import { trackingValues, withTracking } from '../content/tracked.ts'
import type { MessageValues } from '../message-values.ts'
import { recipientTokens } from '../recipient-token.ts'
import { mergeData } from '../rendering.ts'
import { type Outgoing, Refused } from '../transports/transport.ts'
import type { Composer } from './composer.ts'
import { contentToSend } from './content-to-send.ts'
import type { ClaimedRow } from './ledger.sql.ts'
import type { OpenMessage, SendingSender } from './open-messages.repo.ts'

export interface ComposerDeps extends Pick<Deps, 'pool'> {
  config: Pick<Config, 'publicUrl' | 'secret'>
}

/** A message in one language. */
interface Ready {
  shared: MessageValues
  prepared: PreparedContent
  /** Null: a text message. */
  mime: MimeContent | null
}

/** Contents that are kept; each may take as much memory as a mail. */
const maxReady = 40

export class MessageComposer implements Composer {
  readonly #deps: ComposerDeps
  /** What a message that is being sent says never changes. */
  readonly #ready = new Map<string, Promise<Ready>>()

  constructor(deps: ComposerDeps) {
    this.#deps = deps
  }

  async compose(row: ClaimedRow, message: OpenMessage, sender: SendingSender): Promise<Outgoing> {
    const ready = await this.#contentOf(message, sender.teamId, row.language)
    try {
      return this.#write(ready, row, message, sender)
    } catch (error) {
      throw error instanceof LiquidProblem ? own('text_unreadable') : error
    }
  }

  #write(
    { shared, prepared, mime }: Ready,
    { id: recipientId, address, values }: ClaimedRow,
    message: OpenMessage,
    sender: SendingSender,
  ): Outgoing {
    const { config } = this.#deps
    const { publicUrl } = config
    const { teamId } = sender
    const page = consentPage(config, { kind: 'recipient', teamId, recipientId })
    const written = valuesFor(prepared, mergeData(values, shared, page), shared.timeZone)
    if (mime === null) {
      return { kind: 'SMS', to: address, text: renderContent(prepared, written).text, recipientId }
    }
    const tokens = recipientTokens(config.secret, { teamId, recipientId })
    const urls = {
      open: `${publicUrl}/t/o/${tokens.tracking}`,
      click: `${publicUrl}/t/c/${tokens.tracking}`,
    }
    const linkUrl = ({ isTrackable, position }: CompiledLink, url: string) =>
      message.tracksClicks && isTrackable && isWeb(url) ? `${urls.click}/${position}` : url
    const to = mailAddress(address)
    const headers = headersFor(
      { to, page, messageId: tokens.message, language: prepared.content.language },
      message,
      sender,
    )
    const raw = composeMail(mime, [...written, ...trackingValues(urls)], headers, { linkUrl })
    const from = sender.bounceDomain ? `b.${tokens.bounce}@${sender.bounceDomain}` : sender.fromAddress
    return {
      kind: 'EMAIL',
      raw: Buffer.from(raw),
      envelope: { from, to: [to] },
      messageId: `<${headers.messageId}>`,
    }
  }

  #contentOf(message: OpenMessage, teamId: number, language: Language): Promise<Ready> {
    const key = `${message.id} ${language}`
    const known = this.#ready.get(key)
    if (known) return known
    const ready = this.#prepare(message, teamId, language)
    this.#ready.set(key, ready)
    ready.catch(() => this.#ready.delete(key))
    const [oldest] = this.#ready.keys()
    if (this.#ready.size > maxReady) this.#ready.delete(oldest!)
    return ready
  }

  async #prepare(message: OpenMessage, teamId: number, language: Language): Promise<Ready> {
    const found = await contentToSend(this.#deps, { teamId, messageId: message.id, language }).catch(
      (error) => {
        // The design of the team no longer fits the content.
        throw error instanceof AppError ? own('design_changed') : error
      },
    )
    if (!found) throw own('no_content')
    const { plan, shared } = found
    const tracking = { opens: message.tracksOpens, clicks: message.tracksClicks }
    // In a text message a longer address would cost more.
    if (plan.html === null) return { shared, prepared: prepareContent(plan), mime: null }
    const prepared = prepareContent(withTracking(plan, tracking))
    return { shared, prepared, mime: prepareMime(prepared) }
  }
}

/** A reason of ours, which the reader gets in their language. */
const own = (detail: HandOverDetail, isAboutAddress = false): Refused => new Refused(detail, isAboutAddress)

function mailAddress(address: string): string {
  try {
    return asciiAddress(address)
  } catch (error) {
    throw error instanceof NoMailAddress ? own('address_invalid', true) : error
  }
}

const isWeb = (url: string): boolean => /^https?:/i.test(url)

function headersFor(
  { to, page, messageId, language }: { to: string; page: string; messageId: string; language: Language },
  { isTransactional }: OpenMessage,
  { fromName, fromAddress, replyTo }: SendingSender,
): MailHeaders {
  return {
    from: { name: fromName, address: fromAddress },
    to: { address: to },
    ...(replyTo && { replyTo: { address: replyTo } }),
    messageId: `${messageId}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}`,
    date: new Date(),
    ...(!isTransactional && { unsubscribe: { url: page } }),
    more: { 'Content-Language': language },
  }
}
