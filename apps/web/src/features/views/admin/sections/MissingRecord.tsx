/** How a detail view identifies its records in addresses, and what it shows when one is missing. */
import { useTranslation } from 'react-i18next'
import { Translations } from '../../../fields/public.ts'
import { useViewDraft } from '../draft-context.ts'
import { DraftField, DraftText } from './DraftFields.tsx'

export function MissingRecord() {
  const { t } = useTranslation('viewsAdmin')
  const { draft, set } = useViewDraft()
  return (
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
  )
}
