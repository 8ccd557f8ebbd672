/**
 * What a public wizard begins with, asked for before the page has its texts: on a slow connection one answer that is
 * waited for costs as much as thirty kilobytes.
 */
import type { Language } from '@muster/contract/paging'
import { readPublicWizardPath } from '@muster/contract/wizards/public-address'
import type { PublicWizard } from '@muster/contract/wizards/public-runs.api'
import { call } from '../../../lib/call.ts'
import { prepareProof } from '../../../lib/proof.ts'
import { visitorLanguage } from '../../../lib/public-page.ts'
import { publicWizards } from '../../../lib/public-wizards.ts'
import { visitorRun } from './lazy-run.ts'
import { readLook } from './public-search.ts'
import { keptRun } from './run-keys.ts'

export interface Wanted {
  teamId: number
  dataWizardId: number
  language: Language | undefined
}

let early: { key: string; answer: Promise<PublicWizard> } | null = null

const keyOf = ({ teamId, dataWizardId, language = 'en' }: Wanted) => `${teamId}/${dataWizardId} ${language}`

/** Where the key of a wizard's run is kept. */
export const placeOf = (teamId: number, dataWizardId: number) => `${teamId}/${dataWizardId}`

export const languageOf = (search: Readonly<Record<string, string>>): Language | undefined =>
  readLook(search).language ?? visitorLanguage()

/** For the address of the page; nothing starts. @returns whether the page will show a run that it has begun to load */
export function loadEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const address = readPublicWizardPath(pathname)
  if (address?.kind !== 'wizard' || keptRun(placeOf(address.teamId, address.dataWizardId))) return false
  const wanted = { ...address, language: languageOf(Object.fromEntries(new URLSearchParams(search))) }
  const answer = ask(wanted)
  // The caller that takes the answer handles its error.
  answer.catch(() => {})
  early = { key: keyOf(wanted), answer }
  prepareProof()
  visitorRun.load().catch(() => {})
  return true
}

/** @throws ApiError */
export function loadWizard(wanted: Wanted, signal: AbortSignal): Promise<PublicWizard> {
  const asked = early
  early = null
  return asked?.key === keyOf(wanted) ? asked.answer : ask(wanted, signal)
}

const ask = ({ teamId, dataWizardId, language }: Wanted, signal?: AbortSignal) =>
  call(
    publicWizards.get,
    { params: { teamId, dataWizardId }, query: language ? { language } : {} },
    signal ? { signal } : {},
  )
