/** Opens and closes the trial beside the builder. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { useWizardPage } from '../wizard-context.ts'
import { setTried, useTried } from './tried.ts'

export function TryButton() {
  const { t } = useTranslation('wizards')
  const { wizard } = useWizardPage()
  const tried = useTried(wizard.id)
  return (
    <Button
      variant="default"
      aria-pressed={tried !== null}
      // It was never complete, so there is nothing to run.
      disabled={wizard.liveVersion === null && wizard.problems.length > 0}
      leftSection={<Glyph name="eye" />}
      onClick={() => setTried(tried ? null : { dataWizardId: wizard.id, runId: null })}
    >
      {t('try.open')}
    </Button>
  )
}
