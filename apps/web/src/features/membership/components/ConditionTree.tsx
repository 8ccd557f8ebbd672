/** The conditions of a smart collection's filter for one record, as a tree. */
import type { Condition, Filter } from '@muster/contract/filters/ast'
import type { Explained } from '@muster/contract/filters/explain'
import type { MembershipExplanation } from '@muster/contract/membership/membership.schema'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { FieldValue, useCollections } from '../../fields/public.ts'
import {
  choicesOf,
  type DescribeContext,
  describeCondition,
  fieldsOf,
  useDescribe,
} from '../../filters/public.ts'
import classes from './Explanation.module.css'

type Shown = Extract<Explained, { kind: 'condition' }>

/** The visible conditions of the filter, for the names that its operands need. */
function conditionsOf(explanation: Explained): Condition[] {
  if (explanation.kind === 'hidden') return []
  return explanation.kind === 'condition' ? [explanation] : explanation.parts.flatMap(conditionsOf)
}

export function ConditionTree({
  teamId,
  explanation,
  filter,
}: {
  teamId: number
  explanation: MembershipExplanation
  filter: Explained
}) {
  const { t } = useTranslation('membership')
  const collections = useCollections(teamId)
  const fields = fieldsOf(collections, explanation.record.dataCollectionId) ?? []
  const describe = useDescribe(fields, { and: conditionsOf(filter) }, explanation.record.linked)
  return (
    <section aria-label={t('conditions')}>
      <h3 className={classes.heading}>{t('conditions')}</h3>
      <ul className={classes.tree}>
        <Node node={filter} explanation={explanation} describe={describe} />
      </ul>
    </section>
  )
}

interface NodeProps {
  explanation: MembershipExplanation
  describe: DescribeContext
}

function Node({ node, ...shared }: NodeProps & { node: Explained }) {
  const { t } = useTranslation(['membership', 'filters'])
  if (node.kind === 'hidden') {
    return (
      <li className={classes.hidden}>
        <Glyph name="lock" size={14} />
        {t('membership:hidden')}
      </li>
    )
  }
  if (node.kind === 'condition') {
    return (
      <Mark holds={node.holds}>
        <ConditionLine {...shared} node={node} />
      </Mark>
    )
  }
  return (
    <Mark holds={node.holds}>
      <span>{t(`filters:join.${node.kind}`)}</span>
      <ul className={classes.tree}>
        {node.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a filter have no ids
          <Node key={at} {...shared} node={part} />
        ))}
      </ul>
    </Mark>
  )
}

function Mark({ holds, children }: { holds: boolean | null; children: ReactNode }) {
  const { t } = useTranslation('membership')
  const label = t(holds === null ? 'open' : holds ? 'holds' : 'fails')
  return (
    <li className={classes.node} data-holds={holds ?? undefined}>
      <span className={classes.mark} role="img" aria-label={label} title={label}>
        <Glyph name={holds === null ? 'lock' : holds ? 'check' : 'close'} size={14} />
      </span>
      <div className={classes.line}>{children}</div>
    </li>
  )
}

function ConditionLine({ node, explanation, describe }: NodeProps & { node: Shown }) {
  const { t } = useTranslation('membership')
  return (
    <>
      <span>{describeCondition(node, describe)}</span>
      <span className={classes.value}>
        {t('now')} <Value node={node} explanation={explanation} describe={describe} />
      </span>
      {node.where && <Where node={node} where={node.where} describe={describe} />}
    </>
  )
}

/** The record's current value. */
function Value({ node, explanation: { record }, describe }: NodeProps & { node: Shown }) {
  const { t } = useTranslation(['membership', 'common'])
  const { context, choices, people } = describe
  const choice = choices.find(({ name }) => name === node.field)
  const empty = <span className={classes.none}>{t('membership:empty')}</span>
  if (choice?.field) {
    const value = record.values[node.field]
    const isEmpty =
      value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)
    if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no')
    return isEmpty ? empty : <FieldValue field={choice.field} value={value} context={context} />
  }
  const names = record.dataCollectionIds.map(
    (id) => context.collections.find((one) => one.id === id)?.pluralName,
  )
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? `#${id}`))
  const texts: Record<string, string | null | undefined> = {
    '@id': String(record.id),
    '@name': record.name,
    '@createdAt': record.createdAt && context.format.dateTime(record.createdAt),
    '@updatedAt': record.updatedAt && context.format.dateTime(record.updatedAt),
    '@createdBy': person(record.createdBy),
    '@updatedBy': person(record.updatedBy),
    '@collections': names.filter(Boolean).join(', '),
  }
  return texts[node.field] || empty
}

/** The filter for linked records. */
function Where({ node, where, describe }: { node: Shown; where: Filter; describe: DescribeContext }) {
  const { t } = useTranslation('filters')
  const target = describe.choices.find(({ name }) => name === node.field)?.target ?? null
  const fields = fieldsOf(describe.context.collections, target) ?? []
  const inner = { ...describe, choices: choicesOf(fields, describe.t) }
  return <span className={classes.value}>{`${t('where')} ${textOf(where, inner)}`}</span>
}

/** A nested filter on one line. */
function textOf(filter: Filter, describe: DescribeContext): string {
  if ('field' in filter) return describeCondition(filter, describe)
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : [filter.not]
  const texts = parts.map((part) =>
    'field' in part ? textOf(part, describe) : `(${textOf(part, describe)})`,
  )
  if ('not' in filter) return `${describe.t('filters:join.none')}: ${texts.join()}`
  return texts.join(` ${describe.t('and' in filter ? 'filters:and' : 'filters:or')} `)
}
