/** When the records of a timeline start and end, and their colours. */
import { useTranslation } from 'react-i18next'
import { DraftField } from './DraftFields.tsx'
import { RowColorsSection } from './RowColorsSection.tsx'
import { Section } from './Section.tsx'

export function TimelineSection() {
  const { t } = useTranslation('viewsAdmin')
  return (
    <>
      <Section title={t('details.timeline')} keys={['eventStartDataFieldId', 'eventEndDataFieldId']}>
        <DraftField
          name="eventStartDataFieldId"
          label={t('details.spanStart')}
          help={t('details.spanStartHelp')}
          isRequired
        />
        <DraftField name="eventEndDataFieldId" label={t('details.spanEnd')} help={t('details.spanEndHelp')} />
      </Section>
      <RowColorsSection />
    </>
  )
}
