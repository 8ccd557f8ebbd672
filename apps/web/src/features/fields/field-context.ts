/** What it takes to show and edit values: team, language, zone, and the names of what they refer to. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { TextContext } from '@muster/contract/fields/definition'
import type { TFunction } from 'i18next'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Formatter } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import type { Linked } from './linked.ts'
import { type PictureUrl, useRecordSource } from './source/record-source.ts'
import { namedIn } from './titles.ts'

/** Facts of the selected team that values depend on. */
export interface TeamFacts {
  teamId: number
  /** ISO 3166: whose national phone numbers. */
  country: string
  /** ISO 4217: what new amounts are in. */
  currency: string
  /** Languages that titles and items are translated into, the default one first. */
  dataLanguages: readonly ('en' | 'es' | 'fr')[]
}

export interface FieldContext extends Omit<TeamFacts, 'teamId'> {
  /** For the contract's `fromText` and `toText`. */
  text: TextContext
  format: Formatter
  t: TFunction<['fields', 'dataTypes', 'common', 'errors']>
  linked: Linked
  /** The team's collections, for values that are collections. */
  collections: readonly DataCollection[]
  pictureUrl: PictureUrl
}

/** For screens without a selected team (a public wizard, a test); otherwise the selected team's facts are used. */
export const TeamFactsContext = createContext<TeamFacts | null>(null)

let useProvided: () => TeamFacts | null = () => null

/** Where the facts come from without that context. */
export function provideTeamFacts(useFacts: () => TeamFacts | null): void {
  useProvided = useFacts
}

export function useTeamFacts(): TeamFacts {
  const given = useContext(TeamFactsContext)
  // biome-ignore lint/correctness/useHookAtTopLevel: what is shown does not change between being inside and outside a provider
  const facts = given ?? useProvided()
  if (!facts) throw new Error('No team: fields are shown inside a team')
  return facts
}

const none: Linked = {}

/** `linked` is what the API sent beside the values. */
export function useFieldContext(linked: Linked = none): FieldContext {
  const facts = useTeamFacts()
  const format = useFormat()
  const { t } = useTranslation(['fields', 'dataTypes', 'common', 'errors'])
  const { useCollections, pictureUrl } = useRecordSource()
  const collections = useCollections()
  return useMemo(
    () => fieldContextOf({ ...facts, format, t, collections, pictureUrl }, linked),
    [facts, format, t, linked, collections, pictureUrl],
  )
}

/** The same reader's context with other names. */
export function fieldContextOf(
  reader: Omit<FieldContext, 'linked' | 'text'>,
  linked: Linked = none,
): FieldContext {
  const { format, country } = reader
  const named = namedIn(linked, format.language)
  const text: TextContext = {
    language: format.language,
    // Asked for where an instant is written or read.
    get timeZone() {
      return format.timeZone
    },
    country,
    labelOf: (id) => named[id]?.name,
  }
  return { ...reader, text, linked: named }
}
