/** The languages of a content as tabs, with what adds and removes one. */
import type { Language } from '@muster/contract/paging'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { confirm } from '../../../ui/confirm.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useTeamFacts } from '../../fields/public.ts'
import classes from './LanguageTabs.module.css'

export function LanguageTabs({
  languages,
  value,
  first,
  onChange,
  onAdd,
  onRemove,
  tools,
}: {
  languages: readonly Language[]
  value: Language
  /** It cannot be removed. */
  first: Language
  onChange(language: Language): unknown
  onAdd?: (language: Language) => unknown
  onRemove?: () => unknown
  tools: ReactNode
}) {
  const { t } = useTranslation('messages')
  const { dataLanguages } = useTeamFacts()
  const nameOf = (language: Language) => languageName(language, currentLanguage())
  const missing = dataLanguages.filter((language) => !languages.includes(language))
  const remove = async () => {
    const isSure = await confirm({
      title: t('content.removeTitle', { language: nameOf(value) }),
      text: t('content.removeText'),
      confirmLabel: t('content.remove'),
      isDestructive: true,
    })
    if (isSure) void onRemove?.()
  }
  return (
    <div className={classes.line}>
      <fieldset className={classes.tabs} aria-label={t('content.languages')}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            className={classes.tab}
            aria-pressed={language === value}
            onClick={() => void onChange(language)}
          >
            {nameOf(language)}
          </button>
        ))}
      </fieldset>
      {onAdd && missing.length > 0 && (
        <ActionMenu
          position="bottom-start"
          trigger={<IconButton glyph="plus" label={t('content.addLanguage')} />}
          items={missing.map((language) => ({ label: nameOf(language), action: () => onAdd(language) }))}
        />
      )}
      {onRemove && value !== first && (
        <IconButton
          glyph="trash"
          label={t('content.removeLanguage', { language: nameOf(value) })}
          onClick={() => void remove()}
        />
      )}
      <div className={classes.tools}>{tools}</div>
    </div>
  )
}
