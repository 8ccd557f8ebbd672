/** Where the events of a calendar view come from, how its days are shown, and the colours of events. */
import { NativeSelect } from '@mantine/core'
import { calendarModes } from '@muster/contract/views/types/calendar'
import { useTranslation } from 'react-i18next'
import { Translations } from '../../../fields/public.ts'
import { useViewDraft } from '../draft-context.ts'
import { DraftField, DraftFlag, DraftText, OptionFlag, useOptions } from './DraftFields.tsx'
import { RowColorsSection } from './RowColorsSection.tsx'
import { Section } from './Section.tsx'

export function CalendarSection() {
  const { t } = useTranslation('viewsAdmin')
  const { draft, set } = useViewDraft()
  const [{ calendarMode }, setOption] = useOptions()
  return (
    <>
      <Section
        title={t('details.calendar')}
        keys={[
          'eventStartDataFieldId',
          'eventEndDataFieldId',
          'allDayDataFieldId',
          'onlyShowOnStartDateDataFieldId',
          'noEventsMessage',
        ]}
      >
        <DraftField
          name="eventStartDataFieldId"
          label={t('details.eventStart')}
          help={t('details.eventStartHelp')}
          isRequired
        />
        <DraftField
          name="eventEndDataFieldId"
          label={t('details.eventEnd')}
          help={t('details.eventEndHelp')}
        />
        <DraftField name="allDayDataFieldId" label={t('details.allDay')} help={t('details.allDayHelp')} />
        <DraftField
          name="onlyShowOnStartDateDataFieldId"
          label={t('details.onlyStart')}
          help={t('details.onlyStartHelp')}
        />
        <NativeSelect
          label={t('details.calendarMode')}
          value={calendarMode}
          data={calendarModes.map((mode) => ({ value: mode, label: t(`calendarMode.${mode}`) }))}
          onChange={(event) =>
            setOption({
              calendarMode: calendarModes.find((one) => one === event.currentTarget.value) ?? calendarMode,
            })
          }
        />
        <OptionFlag name="isYearly" label={t('details.isYearly')} help={t('details.isYearlyHelp')} />
        <DraftFlag name="includeDatesWithNoEvents" label={t('details.includeEmptyDates')} />
        {draft.includeDatesWithNoEvents && (
          <>
            <DraftText name="noEventsMessage" label={t('details.noEventsMessage')} maxLength={500} />
            <Translations
              texts={[
                {
                  label: (language) => t('details.noEventsMessageIn', { language }),
                  placeholder: draft.noEventsMessage,
                  value: draft.noEventsMessageTranslations,
                  onChange: (noEventsMessageTranslations) => set({ noEventsMessageTranslations }),
                },
              ]}
            />
          </>
        )}
      </Section>
      <RowColorsSection />
    </>
  )
}
