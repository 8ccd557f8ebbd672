/** Addresses of wizards for people without a session. Their pages have an entry of their own in the web app. */

export type PublicWizardAddress =
  | { kind: 'wizard'; teamId: number; dataWizardId: number }
  | { kind: 'personal'; token: string }

/** Ids of more digits do not exist. */
const wizardPattern = /^\/public\/team-(\d{1,9})\/wizards\/(\d{1,9})(?:\/step-[^/]*)?\/?$/
const personalPattern = /^\/AuthPublicDataWizard\/([^/]+)\/?$/

/** Parameters of the address that say how the page is shown; the others are texts for fields. */
export const lookParameters = ['language', 'embed', 'theme'] as const

/** @returns null if the path is of another page */
export function readPublicWizardPath(path: string): PublicWizardAddress | null {
  const [, teamId, dataWizardId] = wizardPattern.exec(path) ?? []
  if (teamId) return { kind: 'wizard', teamId: Number(teamId), dataWizardId: Number(dataWizardId) }
  const [, token] = personalPattern.exec(path) ?? []
  return token ? { kind: 'personal', token } : null
}

/** @param wizardStepId absent: before it starts */
export const publicWizardPath = (teamId: number, dataWizardId: number, wizardStepId?: number): string =>
  `/public/team-${teamId}/wizards/${dataWizardId}${wizardStepId === undefined ? '' : `/step-${wizardStepId}`}`

/** @param token consists of characters that need no escaping */
export const personalWizardPath = (token: string): string => `/AuthPublicDataWizard/${token}`
