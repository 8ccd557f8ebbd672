/** The body of a tab, or in the panel of a section; disabled for those who may not change the view. */
import type { ReactNode } from 'react'
import { PageBody } from '../../../ui/Page.tsx'
import styles from '../../../ui/shared.module.css'
import classes from './admin.module.css'
import { useViewDraft } from './draft-context.ts'

export function TabBody({ children }: { children: ReactNode }) {
  const { view, isReadOnly, isPanel } = useViewDraft()
  if (isPanel) return <div className={styles.narrowStack16}>{children}</div>
  return (
    <PageBody>
      <fieldset className={classes.fieldset} disabled={isReadOnly} aria-label={view.internalName}>
        <div className={styles.narrowStack16}>{children}</div>
      </fieldset>
    </PageBody>
  )
}
