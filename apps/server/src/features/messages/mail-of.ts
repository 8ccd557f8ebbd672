/** A stored content as the compiler takes it. */
import { type MailContent, messageDesignSchema } from '@muster/contract/messages/design'
import type { MessageContent } from '@muster/contract/messages/messages.schema'

export function mailOf({
  subjectLine,
  preheader,
  design,
  textOnlyVersion,
  isTextOwn,
}: MessageContent): MailContent {
  return {
    subjectLine,
    preheader,
    design: messageDesignSchema.parse(design),
    textOnly: isTextOwn ? textOnlyVersion : null,
  }
}
