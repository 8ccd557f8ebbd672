/** All sections of a view's settings; in the panel also those that are tabs of its page. */
import { useTranslation } from 'react-i18next'
import { readsRecords } from '../../display-of.ts'
import { kindOf } from '../../types/index.ts'
import { kindSettings } from '../../types/settings.ts'
import { DateInfo } from '../DateInfo.tsx'
import { DisplayedFields } from '../DisplayedFields.tsx'
import { useViewDraft } from '../draft-context.ts'
import { FilterFields } from '../FilterFields.tsx'
import { CssSection } from './CssSection.tsx'
import { DisplaySection } from './DisplaySection.tsx'
import { GeneralSection } from './GeneralSection.tsx'
import { ItemSection } from './ItemSection.tsx'
import { PublicSection } from './PublicSection.tsx'
import { RecordsSection } from './RecordsSection.tsx'
import { Section } from './Section.tsx'

export function ViewSections() {
  const { t } = useTranslation('viewsAdmin')
  const { draft, isPanel, canShare } = useViewDraft()
  const { Section: OwnSection, hasDateInfo } = kindSettings[kindOf(draft)]
  const hasRecords = readsRecords(draft)
  return (
    <>
      <GeneralSection />
      <RecordsSection />
      {OwnSection && <OwnSection />}
      {isPanel && (
        <>
          <Section title={t('tab.displayedFields')} keys={['displayedFields']}>
            <DisplayedFields />
          </Section>
          {hasRecords && (
            <Section title={t('tab.filterFields')} keys={['filterFields']}>
              <FilterFields />
            </Section>
          )}
          {hasDateInfo && (
            <Section title={t('tab.calendarDateInfo')} keys={['calendarDateInfo']}>
              <DateInfo />
            </Section>
          )}
        </>
      )}
      {hasRecords && <DisplaySection />}
      {canShare && hasRecords && (
        <>
          <ItemSection />
          <PublicSection />
        </>
      )}
      {canShare && <CssSection />}
    </>
  )
}
