/** What keeps a message from being sent, and warnings, each with the step where it is solved. */
import type { ContentProblemCode } from '@muster/contract/messages/blocks/definition'
import type { MessageProblem } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import type { MessageTab } from './form-steps.ts'
import classes from './Problems.module.css'

/** Problems of a single block are shown at the block itself. */
export const isOfContent = ({ code, path }: Pick<MessageProblem, 'code' | 'path'>): boolean =>
  places[code] === 'content' && !path.includes('.')

const places: Record<MessageProblem['code'], MessageTab | null> = {
  no_sender: 'details',
  sender_paused: 'details',
  no_audience: 'recipients',
  no_recipients: 'recipients',
  subject_line_missing: 'content',
  content_empty: 'content',
  content_invalid: 'content',
  text_empty: 'content',
  sms_too_long: 'content',
  merge_field_unknown: 'content',
  alt_text_missing: 'content',
  link_invalid: 'content',
  no_postal_address: null,
}

export function Problems({
  problems,
  base,
}: {
  problems: readonly MessageProblem[]
  /** The message's address, for links to the steps; absent on the step itself. */
  base?: string
}) {
  const { t } = useTranslation(['messages', 'messageEditor'])
  if (problems.length === 0) return null
  return (
    <ul className={classes.problems}>
      {problems.map(({ code, isBlocking, languageId, path, detail }) => {
        const place = base ? places[code] : null
        const [which, ...words] = detail.split(' ')
        const about = words.join(' ')
        // Of blocks, the detail begins with the editor's code.
        const text =
          code === 'content_invalid'
            ? t(`messageEditor:problems.${which as ContentProblemCode}`, {
                name: about,
                kilobytes: about,
                message: about,
              })
            : t(`messages:problem.${code}`, { detail })
        const language = languageId && languageName(languageId, currentLanguage())
        return (
          <li key={`${code} ${languageId} ${path} ${detail}`} data-blocking={isBlocking || undefined}>
            <Glyph name={isBlocking ? 'error' : 'warning'} />
            <span>
              {language ? t('messages:problem.inLanguage', { language, problem: text }) : text}{' '}
              {place && <AppLink href={`${base}/${place}`}>{t('messages:problem.solve')}</AppLink>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
