/** …/data-views/{id}/details: what a view is, which records it shows and how, inside the app and in public. */
import { kindOf } from '../types/index.ts'
import { kindSettings } from '../types/settings.ts'
import classes from './admin.module.css'
import { useViewDraft } from './draft-context.ts'
import { CssSection } from './sections/CssSection.tsx'
import { DisplaySection } from './sections/DisplaySection.tsx'
import { GeneralSection } from './sections/GeneralSection.tsx'
import { ItemSection } from './sections/ItemSection.tsx'
import { PublicSection } from './sections/PublicSection.tsx'
import { RecordsSection } from './sections/RecordsSection.tsx'
import { TabBody } from './TabBody.tsx'

export function ViewDetails() {
  const { Section: OwnSection } = kindSettings[kindOf(useViewDraft().draft)]
  return (
    <TabBody>
      <div className={classes.sections}>
        <GeneralSection />
        <RecordsSection />
        {OwnSection && <OwnSection />}
        <DisplaySection />
        <ItemSection />
        <PublicSection />
        <CssSection />
      </div>
    </TabBody>
  )
}
