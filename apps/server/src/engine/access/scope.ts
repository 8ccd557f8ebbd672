/**
 * The context in which filters and sorts are compiled: a collection as one caller sees it, at a point in
 * time.
 */
import type { FieldModel } from '../model/model.ts'
import { accessTo } from './access.ts'
import { everything } from './caller.ts'
import type { TreeAccess } from './tree-context.ts'

export interface Scope extends TreeAccess {
  schema: string
  /** Alias of the root's table. */
  alias: string
  /** Alias of the catalogue, `data_record`. */
  recordAlias: string
  now: Date
  timeZone: string
  /** The field to use as the records' name instead of their own one: see `nameSql`. */
  namedBy?: FieldModel | undefined
  /** Nesting depth of filters and smart collections, which is limited. */
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

/** The same records with full access. */
export function withEverything(scope: Scope): Scope {
  return {
    ...scope,
    caller: everything,
    access: accessTo(scope.model, everything, scope.access.collection.id),
    depth: scope.depth + 1,
  }
}

/** Scope of another collection, with its own aliases. */
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

/** Id of the collection whose records a field refers to; null if it is not limited to one. */
export function targetOf(field: FieldModel): number | null {
  const reference = field.type.refersTo?.(field.settings)
  return reference?.to === 'record' ? reference.collectionId : null
}
