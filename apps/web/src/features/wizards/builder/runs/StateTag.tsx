/** What became of a run, in its colour. */
import type { WizardRunState } from '@muster/contract/wizards/wizards.machine'
import { useTranslation } from 'react-i18next'
import type { StatusColor } from '../../../../ui/status-colors.ts'
import { Tag } from '../../../../ui/Tag.tsx'

const colors = {
  waiting: 'blue',
  background: 'blue',
  done: 'green',
  failed: 'red',
  cancelled: 'gray',
  abandoned: 'gray',
  rolled_back: 'orange',
} as const satisfies Record<WizardRunState, StatusColor>

export function StateTag({ state }: { state: WizardRunState }) {
  const { t } = useTranslation('wizards')
  return <Tag color={colors[state]}>{t(`runs.state.${state}`)}</Tag>
}
