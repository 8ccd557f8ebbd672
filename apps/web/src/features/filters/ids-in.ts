/** The record ids in a filter's operands. */
import type { Filter } from '@muster/contract/filters/ast'
import type { Choice } from './subjects.ts'

/** Ids by their collection. */
export function idsIn(
  filter: Filter | null,
  choicesOf: (target: number | null) => readonly Choice[],
): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>()
  const visit = (node: Filter, choices: readonly Choice[]): void => {
    if ('and' in node) for (const one of node.and) visit(one, choices)
    else if ('or' in node) for (const one of node.or) visit(one, choices)
    else if ('not' in node) visit(node.not, choices)
    else {
      const choice = choices.find((one) => one.name === node.field)
      if (choice?.target == null) return
      if (node.where) visit(node.where, choicesOf(choice.target))
      const values = Array.isArray(node.value) ? node.value : [node.value]
      const ids = values.filter((value): value is number => typeof value === 'number')
      const known = found.get(choice.target) ?? new Set()
      for (const id of ids) known.add(id)
      if (ids.length > 0) found.set(choice.target, known)
    }
  }
  if (filter) visit(filter, choicesOf(null))
  return found
}
