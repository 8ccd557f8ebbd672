/** Where the items of a view link to. */
import { useTranslation } from 'react-i18next'
import { kindOf } from '../../types/index.ts'
import { kindSettings } from '../../types/settings.ts'
import { useViewDraft } from '../draft-context.ts'
import { DraftField, DraftFlag, DraftText } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function ItemSection() {
  const { t } = useTranslation('viewsAdmin')
  const { ItemInputs } = kindSettings[kindOf(useViewDraft().draft)]
  return (
    <Section
      title={t('details.item')}
      keys={[
        'itemUrl',
        'itemUrlOverrideDataFieldId',
        'urlDataFieldId',
        'missingRecordRedirectUrl',
        'missingRecordMessage',
      ]}
    >
      <DraftText
        name="itemUrl"
        label={t('details.itemUrl')}
        help={t('details.itemUrlHelp')}
        maxLength={2000}
      />
      <DraftField
        name="itemUrlOverrideDataFieldId"
        label={t('details.itemUrlField')}
        help={t('details.itemUrlFieldHelp')}
      />
      <DraftFlag name="openItemUrlInNewWindow" label={t('details.newWindow')} />
      {ItemInputs && <ItemInputs />}
    </Section>
  )
}
