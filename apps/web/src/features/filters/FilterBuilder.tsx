/**
 * Builds a filter: groups in groups, one row per condition, nested filters on linked records.
 *
 *   <FilterBuilder dataCollectionId={id} value={filter} onChange={setFilter} />
 *
 * Conditions that are not complete stay on screen and are left out of what `onChange` gets. `onChange` is given
 * null when no complete condition is left.
 */

import { ActionIcon, Button, Select } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import { type Operator, operators } from '@muster/contract/filters/operators'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../ui/Glyph.tsx'
import styles from '../../ui/shared.module.css'
import { type FieldContext, type Linked, useFieldContext, useRecordSource } from '../fields/public.ts'
import {
  addTo,
  type DraftCondition,
  type DraftGroup,
  type DraftNode,
  emptyGroup,
  fromFilter,
  isComplete,
  joins,
  newCondition,
  replaceNode,
  textsByKey,
  toFilter,
  withField,
  withOperator,
} from './draft.ts'
import classes from './FilterBuilder.module.css'
import { idsIn } from './ids-in.ts'
import { operandInputs } from './operands/index.ts'
import type { VariableChoice } from './operands/operand.ts'
import { type Choice, choicesOf, fieldsOf, offered, type T } from './subjects.ts'

interface Source {
  /** The fields of this collection, or `fields` themselves (a wizard's variables). */
  dataCollectionId?: number
  fields?: readonly DataField[]
}

export interface FilterBuilderProps extends Source {
  value: Filter | null
  onChange(filter: Filter | null): void
  /** Variables allowed as values, besides today and the current user. */
  variables?: readonly VariableChoice[]
  /** What no condition means here; by default, that every record is shown. */
  emptyText?: string
  /** Names that a list on screen has already loaded. */
  linked?: Linked
  /** The field whose condition gets the focus, an empty one if there is none, e.g. the column whose menu was used. */
  startField?: string | null
  /** Error texts by path into `value`, shown at the condition. */
  errors?: Readonly<Record<string, string>>
}

const noVariables: readonly VariableChoice[] = []
const noErrors: Readonly<Record<string, string>> = {}

export function FilterBuilder(props: FilterBuilderProps) {
  const { value, onChange, variables = noVariables, linked, startField, errors = noErrors } = props
  const { t } = useTranslation(['filters', 'common', 'errors'])
  const source = useRecordSource()
  const collections = source.useCollections()
  const own = props.fields ?? fieldsOf(collections, props.dataCollectionId ?? null) ?? []
  const isOfRecords = props.fields === undefined
  const choices = useMemo(
    // Variables have no author, and no time at which they were changed.
    () => choicesOf(own, t).filter(({ field }) => isOfRecords || field !== null),
    [own, t, isOfRecords],
  )
  const ids = useMemo(
    () =>
      idsIn(value, (target) =>
        target === null ? choices : choicesOf(fieldsOf(collections, target) ?? [], t),
      ),
    [value, choices, collections, t],
  )
  const names = source.useNames(ids)
  const all = useMemo(() => ({ ...linked, ...names }), [linked, names])
  const context = useFieldContext(all)

  const [draft, setDraft] = useState(() => started(fromFilter(value), startField, choices))
  const reported = useRef(JSON.stringify(value))
  useEffect(() => {
    const text = JSON.stringify(value)
    if (text === reported.current) return
    reported.current = text
    setDraft(fromFilter(value))
  }, [value])

  const change = (next: DraftGroup) => {
    setDraft(next)
    const filter = toFilter(next)
    const text = JSON.stringify(filter)
    if (text === reported.current) return
    reported.current = text
    onChange(filter)
  }

  const shared: Shared = {
    t,
    emptyText: props.emptyText ?? t('filters:empty'),
    errors: useMemo(() => textsByKey(draft, errors), [draft, errors]),
    context,
    variables,
    fieldsOf: (target) => fieldsOf(collections, target),
    replace: (key, node) =>
      change(node && key === draft.key ? (node as DraftGroup) : replaceNode(draft, key, node)),
    add: (key, node) => change(addTo(draft, key, node)),
    startKey: useMemo(() => (startField ? keyOf(draft, startField) : null), [draft, startField]),
  }
  return (
    <div className={classes.builder}>
      <Group group={draft} choices={choices} depth={0} {...shared} />
    </div>
  )
}

/** The first condition on a field, outside groups. */
const keyOf = ({ children }: DraftGroup, field: string): number | null =>
  children.find((child) => child.kind === 'condition' && child.field === field)?.key ?? null

/** With an empty condition on the wanted field, unless there is one. */
function started(
  draft: DraftGroup,
  field: string | null | undefined,
  choices: readonly Choice[],
): DraftGroup {
  if (!field || keyOf(draft, field) !== null) return draft
  const choice = choices.find((one) => one.name === field)
  return choice ? addTo(draft, draft.key, newCondition(field, firstOperator(choice))) : draft
}

const firstOperator = (choice: Choice | undefined): Operator | null => choice?.operators[0] ?? null

interface Shared {
  t: T
  emptyText: string
  /** By key of a node. */
  errors: ReadonlyMap<number, string>
  context: FieldContext
  variables: readonly VariableChoice[]
  fieldsOf(target: number | null): readonly DataField[] | undefined
  replace(key: number, node: DraftNode | null): void
  add(key: number, node: DraftNode): void
  /** The condition that gets the focus. */
  startKey: number | null
}

const deepest = 4

function Group({
  group,
  choices,
  depth,
  onRemove,
  ...shared
}: Shared & { group: DraftGroup; choices: readonly Choice[]; depth: number; onRemove?: () => void }) {
  const { t, emptyText, errors, add, replace } = shared
  const first = choices[0]
  const error = errors.get(group.key)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div
      className={classes.group}
      data-nested={depth > 0 || undefined}
      role="group"
      aria-label={t('filters:join.label')}
    >
      {(group.children.length > 1 || depth > 0 || group.join !== 'all') && (
        <div className={classes.head}>
          <Select
            size="xs"
            w={180}
            aria-label={t('filters:join.label')}
            allowDeselect={false}
            data={joins.map((join) => ({ value: join, label: t(`filters:join.${join}`) }))}
            value={group.join}
            onChange={(join) => join && replace(group.key, { ...group, join: join as DraftGroup['join'] })}
          />
          {onRemove && <Remove label={t('filters:removeGroup')} onClick={onRemove} />}
        </div>
      )}
      {error && <p className={classes.error}>{error}</p>}
      {group.children.length === 0 && depth === 0 && <p className={styles.note}>{emptyText}</p>}
      {group.children.map((child) =>
        child.kind === 'group' ? (
          <Group
            key={child.key}
            {...shared}
            group={child}
            choices={choices}
            depth={depth + 1}
            onRemove={() => replace(child.key, null)}
          />
        ) : (
          <ConditionRow key={child.key} {...shared} condition={child} choices={choices} depth={depth} />
        ),
      )}
      <div className={classes.foot}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Glyph name="plus" size={14} />}
          onClick={() => add(group.key, newCondition(first?.name ?? null, firstOperator(first)))}
        >
          {t('filters:addCondition')}
        </Button>
        {depth < deepest && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            onClick={() =>
              add(group.key, emptyGroup('any', [newCondition(first?.name ?? null, firstOperator(first))]))
            }
          >
            {t('filters:addGroup')}
          </Button>
        )}
      </div>
    </div>
  )
}

function ConditionRow({
  condition,
  choices,
  depth,
  ...shared
}: Shared & { condition: DraftCondition; choices: readonly Choice[]; depth: number }) {
  const { t, errors, context, variables, replace, startKey } = shared
  const start = useStart(condition.key === startKey)
  const error = errors.get(condition.key)
  const choice = choices.find((one) => one.name === condition.field)
  const Input = condition.op ? operandInputs[operators[condition.op]] : null
  const isNested = condition.where !== null && choice !== undefined
  return (
    <>
      <div ref={start.row} className={classes.row}>
        <Select
          size="xs"
          searchable
          aria-label={t('filters:field')}
          placeholder={condition.field && !choice ? t('filters:unknownField') : t('filters:chooseField')}
          allowDeselect={false}
          error={condition.field !== null && !choice}
          data={offered(choices, condition.field).map(({ name, title }) => ({ value: name, label: title }))}
          value={choice ? condition.field : null}
          onChange={(name) => {
            const next = choices.find((one) => one.name === name)
            if (!next) return
            const isSame = choice?.field?.dataType === next.field?.dataType && choice?.target === next.target
            replace(condition.key, withField(condition, next.name, next.operators, isSame))
          }}
        />
        <Select
          size="xs"
          aria-label={t('filters:operator')}
          allowDeselect={false}
          disabled={!choice}
          data={(choice?.operators ?? []).map((op) => ({ value: op, label: t(`filters:op.${op}`) }))}
          value={condition.op}
          onChange={(op) => op && replace(condition.key, withOperator(condition, op as Operator))}
        />
        <div ref={start.value} className={styles.shrink}>
          {Input && choice && condition.op ? (
            <Input
              choice={choice}
              op={condition.op}
              value={condition.value}
              label={t('filters:value')}
              context={context}
              variables={variables}
              onChange={(value) => replace(condition.key, { ...condition, value })}
            />
          ) : null}
        </div>
        <Remove label={t('filters:removeCondition')} onClick={() => replace(condition.key, null)} />
        {choice && !isComplete(condition) && <p className={classes.note}>{t('filters:incomplete')}</p>}
        {error && (
          <p className={classes.error} role="alert">
            {error}
          </p>
        )}
      </div>
      {isNested && condition.where && (
        <Nested {...shared} where={condition.where} choice={choice} depth={depth} />
      )}
    </>
  )
}

/** Lets a panel that traps the focus begin at the value of a condition, or at its operator if it has no value. */
function useStart(isStart: boolean) {
  const row = useRef<HTMLDivElement>(null)
  const value = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isStart) return
    const focusable = 'input:not([type="hidden"]), button'
    const [, operator] = row.current?.querySelectorAll(focusable) ?? []
    const start = value.current?.querySelector(focusable) ?? operator
    start?.setAttribute('data-autofocus', '')
  }, [isStart])
  return { row, value }
}

/** The filter that linked records must match, over the fields of their own collection. */
function Nested({
  where,
  choice,
  depth,
  ...shared
}: Shared & { where: DraftGroup; choice: Choice; depth: number }) {
  const { t, fieldsOf } = shared
  const fields = fieldsOf(choice.target)
  const choices = useMemo(() => (fields ? choicesOf(fields, t) : []), [fields, t])
  if (!fields) return <p className={classes.note}>{t('filters:unknownCollection')}</p>
  return (
    <div className={classes.where}>
      {where.children.length === 0 && <p className={styles.note}>{t('filters:anyLinked')}</p>}
      <Group {...shared} group={where} choices={choices} depth={depth + 1} />
    </div>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon className={classes.remove} aria-label={label} title={label} onClick={onClick}>
      <Glyph name="close" size={14} />
    </ActionIcon>
  )
}
