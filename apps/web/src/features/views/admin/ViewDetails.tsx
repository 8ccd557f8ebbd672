/** …/data-views/{id}/details: what a view is, which records it shows and how, inside the app and in public. */
import classes from './admin.module.css'
import { ViewSections } from './sections/ViewSections.tsx'
import { TabBody } from './TabBody.tsx'

export function ViewDetails() {
  return (
    <TabBody>
      <div className={classes.sections}>
        <ViewSections />
      </div>
    </TabBody>
  )
}
