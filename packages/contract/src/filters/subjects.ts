/** What a condition can refer to: the fields of a collection, and those of every record. */
import type { z } from 'zod'
import type { FieldType } from '../fields/definition.ts'
import type { Storage } from '../fields/families.ts'
import type { DataField } from '../fields/fields.schema.ts'
import { fieldType } from '../fields/types/index.ts'
import { idSchema } from '../paging.ts'
import { type SystemField, systemFields } from './ast.ts'
import { literalOfFamily, textOperand } from './operands.ts'
import { familyOperators, type Operand, type Operator, operators } from './operators.ts'

export type FilterField = Pick<DataField, 'columnName' | 'dataType' | 'settings'>

export interface Subject {
  /** How its values are compared: a storage, or one of two kinds that only system fields have. */
  kind: Storage | 'user' | 'membership'
  operators: readonly Operator[]
  /** Schema of one literal of an operator's value. */
  literal(op: Operator): z.ZodType
  /** The collection that the value links to, or null. */
  target: number | null
  /** Undefined for users and memberships, which have no type. */
  type: FieldType | undefined
}

const users: Subject = {
  kind: 'user',
  operators: ['is', 'isNot', 'anyOf', 'noneOf', 'isEmpty', 'isNotEmpty'],
  literal: () => idSchema,
  target: null,
  type: undefined,
}
const memberships: Subject = { ...users, kind: 'membership', operators: ['memberOf', 'notMemberOf'] }

export function isSystemField(name: string): name is SystemField {
  return Object.hasOwn(systemFields, name)
}

/** Undefined if the collection has no such field. */
export function subjectOf(name: string, fields: readonly FilterField[]): Subject | undefined {
  if (isSystemField(name)) {
    const type = systemFields[name]
    if (type === 'membership') return memberships
    return type === 'user' ? users : subjectOfType(fieldType(type), {})
  }
  const field = fieldByName(fields).get(name)
  return field && subjectOfType(fieldType(field.dataType), field.settings)
}

/** Operands that are text, whatever the literals of the family are. */
const textOperands: readonly Operand[] = ['text']

function subjectOfType(type: FieldType, settings: Record<string, unknown>): Subject {
  const reference = type.refersTo?.(settings)
  return {
    kind: type.storage,
    operators: type.operators ?? familyOperators[type.family],
    literal(op) {
      const family = textOperands.includes(operators[op]) ? textOperand : literalOfFamily[type.family]
      return type.operands?.[op] ?? family
    },
    target: reference?.to === 'record' ? reference.collectionId : null,
    type,
  }
}

const byName = new WeakMap<readonly FilterField[], Map<string, FilterField>>()

function fieldByName(fields: readonly FilterField[]): Map<string, FilterField> {
  let known = byName.get(fields)
  if (!known) {
    known = new Map(fields.map((field) => [field.columnName, field]))
    byName.set(fields, known)
  }
  return known
}
