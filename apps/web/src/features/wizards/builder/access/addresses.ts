/** Public addresses of a wizard, and the code by which websites show it. */
import type { Language } from '@muster/contract/paging'
import { publicWizardPath } from '@muster/contract/wizards/public-address'
import type { DataWizard } from '@muster/contract/wizards/wizards.schema'
import { htmlTag } from '../../../../lib/html-tag.ts'

/** Null before it has a step. */
export const publicUrlOf = (
  origin: string,
  teamId: number,
  { id, firstDataWizardStepId }: Pick<DataWizard, 'id' | 'firstDataWizardStepId'>,
): string | null =>
  firstDataWizardStepId === null ? null : `${origin}${publicWizardPath(teamId, id, firstDataWizardStepId)}`

export interface EmbedOptions {
  /** Null: the language of the website. */
  language: Language | null
}

/** Grows with its content, and begins at the first step whatever that is. */
export const wizardScript = (
  origin: string,
  teamId: number,
  dataWizardId: number,
  { language }: EmbedOptions,
): string =>
  htmlTag('script', [
    ['src', `${origin}/widget.js`],
    ['data-team', teamId],
    ['data-wizard', dataWizardId],
    ...(language === null ? [] : [['data-language', language] as const]),
    ['async', null],
  ])

const frameHeight = 720

/** For sites that allow no scripts. */
export const wizardFrame = (
  origin: string,
  teamId: number,
  { id, name }: Pick<DataWizard, 'id' | 'name'>,
  { language }: EmbedOptions,
): string => {
  const query = new URLSearchParams({ embed: '1', ...(language === null ? {} : { language }) })
  return htmlTag('iframe', [
    ['src', `${origin}${publicWizardPath(teamId, id)}?${query}`],
    ['title', name],
    ['width', '100%'],
    ['height', frameHeight],
    ['style', 'border:0'],
    ['loading', 'lazy'],
  ])
}
