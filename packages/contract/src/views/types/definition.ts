/** What a type of view is: one file here for each, and the registry in `index.ts`. */
import type { z } from 'zod'
import type { DataType } from '../../fields/families.ts'

export const dataViewTypes = ['list', 'detail', 'calendar', 'table', 'map'] as const
export type DataViewType = (typeof dataViewTypes)[number]

type Shape = Readonly<Record<string, z.ZodType>>
type FieldKinds<Settings extends Shape> = { readonly [K in keyof Settings]?: readonly DataType[] }

export interface ViewTypeDefinition<
  Settings extends Shape = Shape,
  Options extends Shape = Shape,
  Kinds extends FieldKinds<Settings> = FieldKinds<Settings>,
> {
  /** Settings that only this type has, without defaults: in a PUT a key that is left out changes nothing. */
  readonly settings: Settings
  /** The same for a new view, each with its default. */
  readonly newSettings: { readonly [K in keyof Settings]: z.ZodDefault<Settings[K]> }
  /** Display options that only this type has, each with its default. */
  readonly options: Options
  /** Those of its settings that name a field, with the types of field that fit. */
  readonly fieldKinds: Kinds
  /** Without this field a view of the type shows nothing. */
  readonly neededField: (keyof Kinds & string) | null
  /**
   * How its records are read, inside the app and outside: in pages, as the events of a stretch of days, or all places
   * at once. Only events can be given to calendar programs.
   */
  readonly reads: 'pages' | 'events' | 'places'
  /** Whether its records stand in groups by `groupDataFieldId` and `thenGroupBy`. */
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
