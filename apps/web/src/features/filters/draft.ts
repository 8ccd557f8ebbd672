/**
 * A filter while it is being built: every node has a key, conditions may be incomplete, groups say how their
 * conditions join. `toFilter` gives the contract's tree of what is complete.
 */
import type { Condition, Filter } from '@muster/contract/filters/ast'
import { type Operand, type Operator, operators } from '@muster/contract/filters/operators'

/** all: and; any: or; none: not (or); notAll: not (and). */
export const joins = ['all', 'any', 'none', 'notAll'] as const
export type Join = (typeof joins)[number]

export interface DraftCondition {
  kind: 'condition'
  key: number
  field: string | null
  op: Operator | null
  value: unknown
  /** For `some` and `none`: the filter for linked records. */
  where: DraftGroup | null
}

export interface DraftGroup {
  kind: 'group'
  key: number
  join: Join
  children: DraftNode[]
}

export type DraftNode = DraftCondition | DraftGroup

let lastKey = 0
const newKey = () => ++lastKey

export const emptyGroup = (join: Join = 'all', children: DraftNode[] = []): DraftGroup => ({
  kind: 'group',
  key: newKey(),
  join,
  children,
})

export const newCondition = (field: string | null = null, op: Operator | null = null): DraftCondition => ({
  kind: 'condition',
  key: newKey(),
  field,
  op,
  value: undefined,
  where: op && operators[op] === 'where' ? emptyGroup() : null,
})

/** The draft of a filter; always a group, so that there is a place to add to. */
export function fromFilter(filter: Filter | null | undefined): DraftGroup {
  if (!filter) return emptyGroup()
  const node = nodeOf(filter)
  return node.kind === 'group' ? node : emptyGroup('all', [node])
}

function nodeOf(filter: Filter): DraftNode {
  if ('and' in filter) return emptyGroup('all', filter.and.map(nodeOf))
  if ('or' in filter) return emptyGroup('any', filter.or.map(nodeOf))
  if ('not' in filter) return negated(nodeOf(filter.not))
  return {
    kind: 'condition',
    key: newKey(),
    field: filter.field,
    op: filter.op,
    value: filter.value,
    where: operators[filter.op] === 'where' ? fromFilter(filter.where) : null,
  }
}

const opposite: Record<Join, Join> = { all: 'notAll', any: 'none', none: 'any', notAll: 'all' }

function negated(node: DraftNode): DraftGroup {
  return node.kind === 'group' ? { ...node, join: opposite[node.join] } : emptyGroup('none', [node])
}

/** The filter of a draft, without its incomplete conditions; null when nothing is left. */
export function toFilter(group: DraftGroup): Filter | null {
  const children = group.children.flatMap((child) => {
    const filter = child.kind === 'group' ? toFilter(child) : conditionOf(child)
    return filter ? [filter] : []
  })
  const [first] = children
  if (!first) return null
  switch (group.join) {
    case 'all':
      return children.length === 1 ? first : { and: children }
    case 'any':
      return children.length === 1 ? first : { or: children }
    case 'none':
      return { not: children.length === 1 ? first : { or: children } }
    case 'notAll':
      return { not: children.length === 1 ? first : { and: children } }
  }
}

function conditionOf(draft: DraftCondition): Condition | null {
  const { field, op } = draft
  if (!field || !op || !isComplete(draft)) return null
  const operand = operators[op]
  if (operand === 'nothing') return { field, op }
  if (operand !== 'where') return { field, op, value: draft.value }
  const where = draft.where && toFilter(draft.where)
  // Without a condition of their own, any linked record counts.
  return { field, op, where: where ?? { and: [] } }
}

/**
 * Which node each path into `toFilter(group)` comes from, so that server errors are shown beside it. The
 * path of the whole filter is empty.
 */
export function pathsOf(group: DraftGroup, at: readonly string[] = []): Map<string, number> {
  const paths = new Map([[at.join('.'), group.key]])
  const given = group.children.filter((child) =>
    child.kind === 'group' ? toFilter(child) !== null : conditionOf(child) !== null,
  )
  const isNot = group.join === 'none' || group.join === 'notAll'
  const inside = isNot ? [...at, 'not'] : at
  const list = group.join === 'all' || group.join === 'notAll' ? 'and' : 'or'
  given.forEach((child, n) => {
    const path = given.length === 1 ? inside : [...inside, list, String(n)]
    paths.set(path.join('.'), child.key)
    const deeper =
      child.kind === 'group'
        ? pathsOf(child, path)
        : child.where
          ? pathsOf(child.where, [...path, 'where'])
          : new Map<string, number>()
    for (const [inner, key] of deeper) if (!paths.has(inner)) paths.set(inner, key)
  })
  return paths
}

/** Error texts by the key of the nearest node that each path leads to. */
export function textsByKey(
  draft: DraftGroup,
  errors: Readonly<Record<string, string>>,
): ReadonlyMap<number, string> {
  const paths = pathsOf(draft)
  const texts = new Map<number, string>()
  for (const [path, text] of Object.entries(errors)) {
    const parts = path.split('.').filter((part) => part !== '')
    while (parts.length > 0 && !paths.has(parts.join('.'))) parts.pop()
    const key = paths.get(parts.join('.'))
    if (key !== undefined && !texts.has(key)) texts.set(key, text)
  }
  return texts
}

/** Whether a condition is complete enough to be used. */
export function isComplete(draft: DraftCondition): boolean {
  if (!draft.field || !draft.op) return false
  return isOperandComplete(operators[draft.op], draft.value)
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''
const has = (value: unknown, ...keys: string[]) =>
  typeof value === 'object' && value !== null && keys.every((key) => isGiven(Reflect.get(value, key)))

/** Whether a value is complete for its kind of operand. */
export function isOperandComplete(operand: Operand, value: unknown): boolean {
  switch (operand) {
    case 'nothing':
    case 'where':
      return true
    case 'many':
    case 'collection':
      return Array.isArray(value) ? value.length > 0 : isGiven(value)
    case 'pair':
      return Array.isArray(value) && value.length === 2 && value.every(isGiven)
    case 'duration':
      return has(value, 'amount', 'unit')
    case 'distance':
      return has(value, 'lat', 'lng', 'km')
    case 'one':
    case 'text':
    case 'day':
    case 'period':
      return isGiven(value)
  }
}

/** The number of complete conditions; one on linked records counts as one with its filter. */
export function countConditions(filter: Filter | null | undefined): number {
  if (!filter) return 0
  if ('and' in filter) return filter.and.reduce((sum, one) => sum + countConditions(one), 0)
  if ('or' in filter) return filter.or.reduce((sum, one) => sum + countConditions(one), 0)
  if ('not' in filter) return countConditions(filter.not)
  return 1
}

/** The draft with one node changed (or, by null, removed). */
export function replaceNode(group: DraftGroup, key: number, change: DraftNode | null): DraftGroup {
  let isChanged = false
  const children = group.children.flatMap((child) => {
    if (child.key === key) {
      isChanged = true
      return change ? [change] : []
    }
    const next = child.kind === 'group' ? replaceNode(child, key, change) : replaceInWhere(child, key, change)
    if (next !== child) isChanged = true
    return [next]
  })
  return isChanged ? { ...group, children } : group
}

function replaceInWhere(condition: DraftCondition, key: number, change: DraftNode | null): DraftCondition {
  if (!condition.where) return condition
  if (condition.where.key === key) {
    return { ...condition, where: change?.kind === 'group' ? change : emptyGroup() }
  }
  const where = replaceNode(condition.where, key, change)
  return where === condition.where ? condition : { ...condition, where }
}

/** The draft with a node added at the end of one of its groups. */
export function addTo(group: DraftGroup, key: number, node: DraftNode): DraftGroup {
  if (group.key === key) return { ...group, children: [...group.children, node] }
  let isChanged = false
  const children = group.children.map((child) => {
    const next =
      child.kind === 'group'
        ? addTo(child, key, node)
        : child.where
          ? withWhere(child, addTo(child.where, key, node))
          : child
    if (next !== child) isChanged = true
    return next
  })
  return isChanged ? { ...group, children } : group
}

const withWhere = (condition: DraftCondition, where: DraftGroup): DraftCondition =>
  where === condition.where ? condition : { ...condition, where }

/**
 * A condition on another field: keeps the operator if the new field has it, the value if both fields have the same
 * type.
 */
export function withField(
  draft: DraftCondition,
  field: string,
  allowed: readonly Operator[],
  isSameType: boolean,
): DraftCondition {
  const op = draft.op && allowed.includes(draft.op) ? draft.op : (allowed[0] ?? null)
  const isKept = isSameType && op === draft.op
  return {
    ...draft,
    field,
    op,
    value: isKept ? draft.value : undefined,
    where: op && operators[op] === 'where' ? (isKept ? draft.where : emptyGroup()) : null,
  }
}

/** A condition with another operator: keeps the value if both take the same kind. */
export function withOperator(draft: DraftCondition, op: Operator): DraftCondition {
  const isSameOperand = draft.op !== null && operators[draft.op] === operators[op]
  const isListed = draft.op !== null && operators[draft.op] === 'one' && operators[op] === 'many'
  return {
    ...draft,
    op,
    value: isSameOperand ? draft.value : isListed && isGiven(draft.value) ? [draft.value] : undefined,
    where: operators[op] === 'where' ? (draft.where ?? emptyGroup()) : null,
  }
}
