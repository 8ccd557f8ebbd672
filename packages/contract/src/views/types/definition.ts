/** What a type of view defines; each has a file here, and `index.ts` is the registry. */
import type { z } from 'zod'
import type { DataType } from '../../fields/families.ts'

export const dataViewTypes = ['list', 'detail', 'calendar', 'table', 'map', 'timeline', 'form'] as const
export type DataViewType = (typeof dataViewTypes)[number]

type Shape = Readonly<Record<string, z.ZodType>>
type FieldKinds<Settings extends Shape> = { readonly [K in keyof Settings]?: readonly DataType[] }

export interface ViewTypeDefinition<
  Settings extends Shape = Shape,
  Options extends Shape = Shape,
  Kinds extends FieldKinds<Settings> = FieldKinds<Settings>,
> {
  /** Settings of this type only, without defaults: in a PUT, a missing key changes nothing. */
  readonly settings: Settings
  /** The same settings for a new view, each with its default. */
  readonly newSettings: { readonly [K in keyof Settings]: z.ZodDefault<Settings[K]> }
  /** Display options of this type only, each with its default. */
  readonly options: Options
  /** The settings that refer to a field, with the types of field that fit. */
  readonly fieldKinds: Kinds
  /** The setting whose field is required; without it a view of the type shows nothing. */
  readonly neededField: (keyof Kinds & string) | null
  /**
   * How its records are read, in the app and publicly: in pages, as the events of a range of days, all places at once,
   * or as spans of time that are counted where there are many. Only events are available to calendar programs. What reads
   * nothing only adds records: it has no public page.
   */
  readonly reads: 'pages' | 'events' | 'places' | 'spans' | 'nothing'
  /** Whether its records are grouped by `groupDataFieldId` and `thenGroupBy`. */
  readonly hasGroups: boolean
}

/** Defines a type of view. A setting without a default does not compile. */
export function viewType<
  Settings extends Shape,
  Options extends Shape,
  const Kinds extends FieldKinds<Settings>,
>({
  defaults,
  ...definition
}: Omit<ViewTypeDefinition<Settings, Options, Kinds>, 'newSettings'> & {
  defaults: { readonly [K in keyof Settings]: z.output<Settings[K]> }
}): ViewTypeDefinition<Settings, Options, Kinds> {
  const newSettings = Object.fromEntries(
    Object.entries(definition.settings).map(([key, schema]) => [key, schema.default(defaults[key])]),
  )
  return { ...definition, newSettings: newSettings as never }
}
