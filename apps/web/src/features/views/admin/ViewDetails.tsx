/** …/data-views/{id}/details: what a view is, which records it shows and how, inside the app and outside. */
import classes from './admin.module.css'
import { useViewDraft } from './draft-context.ts'
import { CalendarSection } from './sections/CalendarSection.tsx'
import { CssSection } from './sections/CssSection.tsx'
import { DisplaySection } from './sections/DisplaySection.tsx'
import { GeneralSection } from './sections/GeneralSection.tsx'
import { ItemSection } from './sections/ItemSection.tsx'
import { MapSection } from './sections/MapSection.tsx'
import { OutsideSection } from './sections/OutsideSection.tsx'
import { RecordsSection } from './sections/RecordsSection.tsx'
import { TabBody } from './TabBody.tsx'

export function ViewDetails() {
  const { draft } = useViewDraft()
  return (
    <TabBody>
      <div className={classes.sections}>
        <GeneralSection />
        <RecordsSection />
        {draft.type === 'calendar' && <CalendarSection />}
        {draft.type === 'map' && <MapSection />}
        <DisplaySection />
        <ItemSection />
        <OutsideSection />
        <CssSection />
      </div>
    </TabBody>
  )
}
