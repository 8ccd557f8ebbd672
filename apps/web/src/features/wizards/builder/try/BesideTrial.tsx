/** A page of the builder, which leaves room for the trial beside it. */
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '../../../../ui/Drawer.tsx'
import { PageSkeleton } from '../../../../ui/Skeletons.tsx'
import { useWizardPage } from '../wizard-context.ts'
import { setTried, useTried } from './tried.ts'
import classes from './try.module.css'

const Trial = lazy(async () => ({ default: (await import('./Trial.tsx')).Trial }))

/** About as wide as a phone, which is how most visitors see it. */
const width = 440

export function BesideTrial({ children }: { children: ReactNode }) {
  const { t } = useTranslation('wizards')
  const { wizard } = useWizardPage()
  const tried = useTried(wizard.id)
  return (
    <>
      <div className={tried ? classes.beside : undefined}>{children}</div>
      {tried && (
        <Drawer title={t('try.title')} width={width} onClose={() => setTried(null)}>
          <Suspense fallback={<PageSkeleton />}>
            <Trial runId={tried.runId} />
          </Suspense>
        </Drawer>
      )}
    </>
  )
}
