/** What a filter or a sort is compiled against: a collection as one caller sees it, at one moment. */
import type { FieldModel } from '../model/model.ts'
import { accessTo } from './access.ts'
import { everything } from './caller.ts'
import type { TreeAccess } from './tree-context.ts'

export interface Scope extends TreeAccess {
  schema: string
  /** Alias of the typed table. */
  alias: string
  /** Alias of the catalogue's row. */
  recordAlias: string
  now: Date
  timeZone: string
  /** The field that records are named by, where it is not their own: see `nameSql`. */
  namedBy?: FieldModel | undefined
  /** How deep in nested filters and smart collections; both are bounded. */
  depth: number
}

export function scopeOf({ model, caller, access }: TreeAccess, now = new Date()): Scope {
  return {
    model,
    caller,
    access,
    schema: model.schema,
    alias: 't',
    recordAlias: 'r',
    now,
    timeZone: model.timeZone,
    depth: 0,
  }
}

/** The same records, seen with all rights. */
export function withEverything(scope: Scope): Scope {
  return {
    ...scope,
    caller: everything,
    access: accessTo(scope.model, everything, scope.access.collection.id),
    depth: scope.depth + 1,
  }
}

/** Records of another collection, under aliases of their own. */
export function linkedScope(scope: Scope, dataCollectionId: number): Scope {
  const depth = scope.depth + 1
  return {
    ...scope,
    access: accessTo(scope.model, scope.caller, dataCollectionId),
    alias: `t${depth}`,
    recordAlias: `r${depth}`,
    namedBy: undefined,
    depth,
  }
}

/** The collection whose records a field refers to, where it names one. */
export function targetOf(field: FieldModel): number | null {
  const reference = field.type.refersTo?.(field.settings)
  return reference?.to === 'record' ? reference.collectionId : null
}
