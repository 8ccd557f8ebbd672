/** Style sheets of a view, for the app and for websites. */
import { useTranslation } from 'react-i18next'
import { CssEditor } from '../CssEditor.tsx'
import { useViewDraft } from '../draft-context.ts'
import { Section } from './Section.tsx'

export function CssSection() {
  const { t } = useTranslation('viewsAdmin')
  const { draft, set, wrong, isReadOnly } = useViewDraft()
  return (
    <Section title={t('details.css')} keys={['internalCss', 'externalCss']}>
      {(['internalCss', 'externalCss'] as const).map((name) => (
        <CssEditor
          key={name}
          label={t(`details.${name}`)}
          help={t(`details.${name}Help`)}
          wrong={wrong[name]}
          value={draft[name]}
          isReadOnly={isReadOnly}
          onChange={(css) => set({ [name]: css })}
        />
      ))}
    </Section>
  )
}
