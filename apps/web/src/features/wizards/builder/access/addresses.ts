/** Public addresses of a wizard, and the code by which websites show it. */
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'

export const publicUrlOf = (
  origin: string,
  teamId: number,
  { id, firstDataWizardStepId }: Pick<DataWizard, 'id' | 'firstDataWizardStepId'>,
): string | null =>
  firstDataWizardStepId === null
    ? null
    : `${origin}/public/team-${teamId}/wizards/${id}/step-${firstDataWizardStepId}`

const frameHeight = 720

export function embedCodeOf(url: string, title: string): string {
  const frame = document.createElement('iframe')
  frame.src = `${url}?embed=1`
  frame.title = title
  frame.width = '100%'
  frame.height = String(frameHeight)
  frame.setAttribute('style', 'border:0')
  frame.setAttribute('loading', 'lazy')
  return frame.outerHTML
}
