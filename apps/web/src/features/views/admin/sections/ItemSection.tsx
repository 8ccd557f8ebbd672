/** Where the items of a view lead, and what a detail view says when there is no such record. */
import { useTranslation } from 'react-i18next'
import { Translations } from '../../../fields/public.ts'
import { useViewDraft } from '../draft-context.ts'
import { DraftField, DraftFlag, DraftText } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function ItemSection() {
  const { t } = useTranslation('viewsAdmin')
  const { draft, set } = useViewDraft()
  return (
    <Section title={t('details.item')}>
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
      {draft.type === 'detail' && (
        <>
          <DraftField name="urlDataFieldId" label={t('details.urlField')} help={t('details.urlFieldHelp')} />
          <DraftText name="missingRecordRedirectUrl" label={t('details.missingUrl')} maxLength={2000} />
          <DraftText
            name="missingRecordMessage"
            label={t('details.missingMessage')}
            help={t('details.missingMessageHelp')}
            maxLength={500}
          />
          <Translations
            texts={[
              {
                label: (language) => t('details.missingMessageIn', { language }),
                placeholder: draft.missingRecordMessage,
                value: draft.missingRecordMessageTranslations,
                onChange: (missingRecordMessageTranslations) => set({ missingRecordMessageTranslations }),
              },
            ]}
          />
        </>
      )}
    </Section>
  )
}
